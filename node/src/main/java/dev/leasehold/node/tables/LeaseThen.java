package dev.leasehold.node.tables;

import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tells from the row of a lease and its history how it was at one moment. */
final class LeaseThen implements AutoCloseable {

  private static final String LAST =
      """
      SELECT * FROM lease_history WHERE lease_position = ?
        AND (position <= ? OR (position < ? AND event_nanos <= ?))
        ORDER BY position DESC LIMIT 1\
      """;

  private final Moments.Moment then;
  private final long keptFrom;
  private final PreparedStatement last;

  LeaseThen(Connection connection, Moments.Moment then) throws SQLException {
    this.then = then;
    this.keptFrom = ConfigRows.keptFrom(connection);
    this.last = connection.prepareStatement(LAST);
  }

  /** Null if it was not there yet. */
  @Nullable Lease of(Lease now) throws SQLException {
    new Binder(last)
        .begin()
        .number(now.position())
        .number(then.last())
        .number(then.next())
        .number(then.wallNanos());
    try (ResultSet told = last.executeQuery()) {
      if (told.next()) {
        return asTold(now, told);
      }
    }
    // Nothing has happened to an older one since history is kept again.
    return now.position() < keptFrom ? now : null;
  }

  private static Lease asTold(Lease now, ResultSet row) throws SQLException {
    LeaseState state = LeaseState.valueOf(row.getString("state_after"));
    return new Lease(
        now.id(),
        now.position(),
        now.policy(),
        now.space(),
        now.scope(),
        Mode.valueOf(row.getString("mode")),
        now.holder(),
        now.session(),
        state,
        row.getLong("issued_tick"),
        row.getLong("issued_nanos"),
        row.getLong("deadline_tick"),
        row.getLong("expires_nanos"),
        row.getLong("ttl_nanos"),
        row.getInt("renewal_count"),
        now.maxRenewals(),
        row.getLong("last_renewed_nanos"),
        row.getLong("fencing_token"),
        row.getLong("epoch"),
        now.labels(),
        now.requestId(),
        state.isTerminal() ? now.ending() : null,
        now.particulars());
  }

  @Override
  public void close() throws SQLException {
    last.close();
  }
}
