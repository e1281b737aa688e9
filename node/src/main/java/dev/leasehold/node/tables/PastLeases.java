package dev.leasehold.node.tables;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leases as they were at a time: each with what the last event before that time made of it. Money,
 * heartbeats and places in queues are not in the history and are shown as they are now.
 */
final class PastLeases {

  private static final List<LeaseState> LIVING = List.of(LeaseState.PENDING, LeaseState.ACTIVE);

  /** Each lease that was there by a position, with the last row of its history until then. */
  private static final String SELECT =
      """
      SELECT leases.*, h.state_after AS then_state, h.mode AS then_mode,
        h.issued_tick AS then_issued_tick, h.issued_nanos AS then_issued_nanos,
        h.deadline_tick AS then_deadline_tick, h.expires_nanos AS then_expires_nanos,
        h.ttl_nanos AS then_ttl_nanos, h.renewal_count AS then_renewal_count,
        h.last_renewed_nanos AS then_last_renewed_nanos,
        h.fencing_token AS then_fencing_token, h.epoch AS then_epoch
      FROM leases JOIN lease_history AS h ON h.lease_position = leases.position
        AND h.position = (SELECT max(position) FROM lease_history
          WHERE lease_position = leases.position AND position <= ?)
      WHERE leases.position > ? AND leases.position <= ? ORDER BY leases.position LIMIT ?\
      """;

  private final TableFile file;

  PastLeases(TableFile file) {
    this.file = file;
  }

  Reply.Leases page(Caller caller, Command.ListLeases list, long wallNanos)
      throws SQLException, InterruptedException {
    return file.read(
        connection -> {
          long then = Moments.positionAt(connection, wallNanos);
          if (then < ConfigRows.historyFrom(connection)) {
            throw new HistoryPrunedException(
                "the history that is kept begins after "
                    + Instant.ofEpochSecond(0, wallNanos)
                    + "; ask for a later time");
          }
          return page(connection, caller, list, then);
        });
  }

  private Reply.Leases page(
      Connection connection, Caller caller, Command.ListLeases list, long then)
      throws SQLException {
    Scope path = list.path().isEmpty() ? null : LeasePages.path(connection, list);
    Work work = Work.ofOneCommand();
    List<Lease> found = new ArrayList<>();
    long reached = list.afterPosition();
    int examined = 0;
    try (PreparedStatement select = connection.prepareStatement(SELECT)) {
      new Binder(select)
          .begin()
          .number(then)
          .number(reached)
          .number(then)
          .number(Limits.MAX_EXAMINED_PER_PAGE + 1L);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (found.size() == list.pageSize()
              || examined == Limits.MAX_EXAMINED_PER_PAGE
              || (work.isExhausted() && examined > 0)) {
            return new Reply.Leases(found, reached);
          }
          Lease lease = asThen(LeaseColumns.read(row, file.policies()), row);
          examined++;
          reached = lease.position();
          if (isWanted(caller, list, lease, path, work)) {
            found.add(lease);
          }
        }
      }
    }
    return new Reply.Leases(found, 0);
  }

  private static boolean isWanted(
      Caller caller, Command.ListLeases list, Lease lease, @Nullable Scope path, Work work) {
    String holder = caller.role() == Role.AGENT ? caller.actor() : list.holder();
    return (list.states().isEmpty() ? LIVING : list.states()).contains(lease.state())
        && (list.space().isEmpty() || lease.space().equals(list.space()))
        && (holder.isEmpty() || lease.isHeldBy(holder))
        && (list.policy().isEmpty() || lease.policy().name().equals(list.policy()))
        && (list.requestId().isEmpty() || lease.requestId().equals(list.requestId()))
        && caller.mayRead(lease)
        && (path == null || lease.scope().overlaps(path, work));
  }

  private static Lease asThen(Lease now, ResultSet row) throws SQLException {
    LeaseState state = LeaseState.valueOf(row.getString("then_state"));
    return new Lease(
        now.id(),
        now.position(),
        now.policy(),
        now.space(),
        now.scope(),
        Mode.valueOf(row.getString("then_mode")),
        now.holder(),
        now.session(),
        state,
        row.getLong("then_issued_tick"),
        row.getLong("then_issued_nanos"),
        row.getLong("then_deadline_tick"),
        row.getLong("then_expires_nanos"),
        row.getLong("then_ttl_nanos"),
        row.getInt("then_renewal_count"),
        now.maxRenewals(),
        row.getLong("then_last_renewed_nanos"),
        row.getLong("then_fencing_token"),
        row.getLong("then_epoch"),
        now.labels(),
        now.requestId(),
        state.isTerminal() ? now.ending() : null,
        now.particulars());
  }
}
