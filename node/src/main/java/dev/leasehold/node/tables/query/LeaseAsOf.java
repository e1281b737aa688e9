package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.RareProperties;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.TimeIndex;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Finds out how a lease was at some time, from its row and its history. */
final class LeaseAsOf implements AutoCloseable {

  private static final String LAST =
      """
      SELECT * FROM lease_history WHERE lease_position = ?
        AND (position <= ? OR (position < ? AND event_nanos <= ?))
        ORDER BY position DESC LIMIT 1\
      """;

  /** An end that was planned only later. No row tells the plan before it. */
  private static final String PLANNED_LATER =
      """
      SELECT 1 FROM lease_history WHERE lease_position = ? AND event_type = 'end_planned'
        AND position > ? AND (position >= ? OR event_nanos > ?) LIMIT 1\
      """;

  private final TimeIndex.Moment then;
  private final long keptFrom;
  private final PreparedStatement last;
  private final PreparedStatement plannedLater;

  LeaseAsOf(Connection connection, TimeIndex.Moment then) throws SQLException {
    this.then = then;
    this.keptFrom = ConfigRows.keptFrom(connection);
    this.last = connection.prepareStatement(LAST);
    this.plannedLater = connection.prepareStatement(PLANNED_LATER);
  }

  /** Returns null if the lease was not there yet. */
  @Nullable Lease of(Lease now) throws SQLException {
    bind(last, now);
    try (ResultSet told = last.executeQuery()) {
      if (told.next()) {
        return asTold(now, told);
      }
    }
    // An older lease has no row until something happens to it after history was switched on.
    return now.position() < keptFrom ? now : null;
  }

  private void bind(PreparedStatement statement, Lease lease) throws SQLException {
    new Binder(statement)
        .begin()
        .number(lease.position())
        .number(then.last())
        .number(then.next())
        .number(then.wallNanos());
  }

  private RareProperties rare(Lease now) throws SQLException {
    RareProperties more = now.rare();
    if (more.announcedEnd() == null && more.delayedRelease() == null) {
      return more;
    }
    bind(plannedLater, now);
    try (ResultSet later = plannedLater.executeQuery()) {
      return later.next() ? more.withoutPlannedEnd() : more;
    }
  }

  private Lease asTold(Lease now, ResultSet row) throws SQLException {
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
        rare(now));
  }

  @Override
  public void close() throws SQLException {
    plannedLater.close();
    last.close();
  }
}
