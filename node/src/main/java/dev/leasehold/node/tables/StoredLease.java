package dev.leasehold.node.tables;

import static dev.leasehold.node.tables.RareColumns.orEmpty;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads a lease from its row of {@code leases}. */
public final class StoredLease {

  private StoredLease() {}

  public static Lease read(ResultSet row, Policies policies) throws SQLException {
    return new Lease(
        row.getString("id"),
        row.getLong("position"),
        policies.find(row.getString("policy"), row.getInt("policy_version")),
        row.getString("space"),
        ScopeColumns.read(row),
        Mode.valueOf(row.getString("mode")),
        row.getString("agent_id"),
        orEmpty(row.getString("session")),
        LeaseState.valueOf(row.getString("state")),
        row.getLong("issued_tick"),
        row.getLong("issued_nanos"),
        row.getLong("deadline_tick"),
        row.getLong("expires_nanos"),
        row.getLong("ttl_nanos"),
        row.getInt("renewal_count"),
        row.getInt("max_renewals"),
        row.getLong("last_renewed_nanos"),
        row.getLong("fencing_token"),
        row.getLong("epoch"),
        RareColumns.labels(row.getString("labels")),
        orEmpty(row.getString("request_id")),
        ending(row),
        RareColumns.read(row));
  }

  private static @Nullable Ending ending(ResultSet row) throws SQLException {
    long tick = row.getLong("ended_tick");
    if (row.wasNull()) {
      return null;
    }
    String cause = row.getString("cause");
    return new Ending(
        tick,
        row.getLong("ended_nanos"),
        cause == null ? null : ExpiryCause.valueOf(cause),
        orEmpty(row.getString("reason")),
        orEmpty(row.getString("ended_by")),
        row.getLong("grace_end_tick"));
  }
}
