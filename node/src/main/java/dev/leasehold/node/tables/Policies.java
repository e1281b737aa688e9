package dev.leasehold.node.tables;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Policy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
    List<byte[]> added =
        Sql.all(connection, "SELECT added_event FROM lease_policies", row -> row.getBytes(1));
    for (byte[] encoded : added) {
      if (EventCodec.read(new BytesIn(encoded)) instanceof AdminEvent.PolicyAdded event) {
        known.put(keyOf(event.policy()), event.policy());
      }
    }
  }

  public void add(Connection connection, AdminEvent.PolicyAdded event) throws SQLException {
    BytesOut encoded = new BytesOut();
    EventCodec.write(event, encoded);
    Sql.execute(
        connection,
        "INSERT OR REPLACE INTO lease_policies VALUES (?, ?, ?)",
        event.policy().name(),
        event.policy().version(),
        encoded.toByteArray());
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
