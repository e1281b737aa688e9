package dev.leasehold.node.tables;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Policy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The policies that leases in the tables were granted under. The table holds all but the built-in
 * ones.
 */
public final class Policies {

  private record Key(String name, int version) {}

  private final Map<Key, Policy> known = new ConcurrentHashMap<>();

  public Policies() {
    for (Policy policy : Policy.BUILT_IN) {
      known.put(keyOf(policy), policy);
    }
  }

  private static Key keyOf(Policy policy) {
    return new Key(policy.name(), policy.version());
  }

  /** Reads the policies that were added before. */
  public void load(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT added_event FROM lease_policies");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        if (EventCodec.read(new BytesIn(rows.getBytes(1)))
            instanceof AdminEvent.PolicyAdded added) {
          known.put(keyOf(added.policy()), added.policy());
        }
      }
    }
  }

  public void add(Connection connection, AdminEvent.PolicyAdded event) throws SQLException {
    BytesOut encoded = new BytesOut();
    EventCodec.write(event, encoded);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT OR REPLACE INTO lease_policies VALUES (?, ?, ?)")) {
      new Binder(insert)
          .begin()
          .text(event.policy().name())
          .number(event.policy().version())
          .bytes(encoded.toByteArray())
          .execute();
    }
    known.put(keyOf(event.policy()), event.policy());
  }

  public Policy find(String name, int version) throws SQLException {
    Policy policy = known.get(new Key(name, version));
    if (policy == null) {
      throw new SQLException("leasehold.db lacks version " + version + " of the policy " + name);
    }
    return policy;
  }
}
