package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PageLimit;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.StoredLease;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TimeIndex;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists leases as they were at a time, by the last event before it. Money, heartbeats and places in
 * queues are not in the history and are shown as they are now.
 */
record PastLeases(TableFile file) {

  private static final List<LeaseState> LIVING = List.of(LeaseState.PENDING, LeaseState.ACTIVE);

  private static final String SELECT =
      "SELECT * FROM leases WHERE position > ? AND position < ? ORDER BY position LIMIT ?";

  PastPage page(Caller caller, LeaseQuery.ListLeases list, AgentsSee setting, long wallNanos)
      throws SQLException, InterruptedException {
    return file.read(
        connection -> {
          TimeIndex.Moment then = TimeIndex.at(connection, wallNanos);
          if (then.last() < ConfigRows.historyFrom(connection)) {
            throw new HistoryPrunedException(
                "the history that is kept begins after "
                    + Instant.ofEpochSecond(0, wallNanos)
                    + "; ask for a later time");
          }
          return page(connection, caller, list, setting, then);
        });
  }

  private PastPage page(
      Connection connection,
      Caller caller,
      LeaseQuery.ListLeases list,
      AgentsSee setting,
      TimeIndex.Moment then)
      throws SQLException {
    Scope path = LeasePages.path(connection, list);
    Scope scope = LeasePages.scope(connection, list);
    StepLimit work = StepLimit.ofOneCommand();
    List<Lease> found = new ArrayList<>();
    PageLimit limit = new PageLimit(list.pageSize());
    long reached = list.afterPosition();
    int examined = 0;
    try (LeaseAsOf leaseAsOf = new LeaseAsOf(connection, then);
        PreparedStatement select = connection.prepareStatement(SELECT)) {
      new Binder(select)
          .begin()
          .number(reached)
          .number(then.next())
          .number(Limits.MAX_EXAMINED_PER_PAGE + 1L);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (limit.isReached()
              || examined == Limits.MAX_EXAMINED_PER_PAGE
              || (work.isExhausted() && examined > 0)) {
            return new PastPage(found, reached, then.tick());
          }
          Lease now = StoredLease.read(row, file.policies());
          Lease lease = leaseAsOf.of(now);
          examined++;
          reached = now.position();
          Visibility sight = caller.visibilityOf(now, setting);
          if (lease != null
              && sight.isShown()
              && (scope == null || lease.scope().equals(scope))
              && isWanted(caller, list, lease)
              && (path == null || lease.scope().overlaps(path, work))) {
            found.add(sight.show(lease));
            limit.take(lease);
          }
        }
      }
    }
    return new PastPage(found, 0, then.tick());
  }

  private static boolean isWanted(Caller caller, LeaseQuery.ListLeases list, Lease lease) {
    return (list.states().isEmpty() ? LIVING : list.states()).contains(lease.state())
        && list.isWanted(caller, lease);
  }
}
