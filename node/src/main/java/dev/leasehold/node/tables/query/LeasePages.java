package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.Reply;
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
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.StoredLease;
import dev.leasehold.node.tables.TableFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists leases of the tables that have ended, a page at a time, beside those that the kernel
 * remembers. A page looks at a bounded number of rows.
 */
public record LeasePages(TableFile file) {

  /** Some leases in the order of their positions, and the last position that was looked at. */
  record Part(List<Lease> leases, long reached) {

    static final long ALL = Long.MAX_VALUE;
  }

  public static boolean isAboutEnded(LeaseQuery.ListLeases list) {
    return list.states().stream().anyMatch(LeaseState::isTerminal);
  }

  /**
   * Joins the kernel's page with that of the tables. The kernel's counts for a lease that both
   * have.
   */
  public Reply.Leases join(
      Caller caller, LeaseQuery.ListLeases list, AgentsSee setting, Reply.Leases kernels)
      throws SQLException, InterruptedException {
    Part ended = ended(caller, list, setting);
    long bound =
        Math.min(ended.reached, kernels.nextPosition() == 0 ? Part.ALL : kernels.nextPosition());
    TreeMap<Long, Lease> byPosition = new TreeMap<>();
    ended.leases.forEach(lease -> byPosition.put(lease.position(), lease));
    kernels.leases().forEach(lease -> byPosition.put(lease.position(), lease));
    List<Lease> page = new ArrayList<>();
    PageLimit limit = new PageLimit(list.pageSize());
    for (Lease lease : byPosition.headMap(bound, true).values()) {
      if (limit.isReached()) {
        return new Reply.Leases(page, page.get(page.size() - 1).position());
      }
      page.add(lease);
      limit.take(lease);
    }
    return new Reply.Leases(page, bound == Part.ALL ? 0 : bound);
  }

  private Part ended(Caller caller, LeaseQuery.ListLeases list, AgentsSee setting)
      throws SQLException, InterruptedException {
    return file.read(
        connection -> {
          Selection selection = Selection.of(list, list.holderFor(caller, setting));
          long end = selection.end(connection, list.afterPosition());
          return find(connection, caller, list, setting, selection, end);
        });
  }

  private Part find(
      Connection connection,
      Caller caller,
      LeaseQuery.ListLeases list,
      AgentsSee setting,
      Selection selection,
      long end)
      throws SQLException {
    Scope path = path(connection, list);
    Scope scope = scope(connection, list);
    StepLimit work = StepLimit.ofOneCommand();
    List<Lease> found = new ArrayList<>();
    PageLimit limit = new PageLimit(list.pageSize());
    try (PreparedStatement select = selection.select(connection, list.afterPosition(), end);
        ResultSet rows = select.executeQuery()) {
      long reached = list.afterPosition();
      while (rows.next()) {
        Lease lease = StoredLease.read(rows, file.policies());
        if (limit.isReached()
            || (path != null && work.isExhausted() && reached > list.afterPosition())) {
          return new Part(found, reached);
        }
        reached = lease.position();
        Visibility sight = caller.visibilityOf(lease, setting);
        if (sight.isShown()
            && list.isWanted(caller, lease)
            && (scope == null || lease.scope().equals(scope))
            && (path == null || lease.scope().overlaps(path, work))) {
          found.add(sight.show(lease));
          limit.take(lease);
        }
      }
    }
    return new Part(found, end);
  }

  /** The path as the space compares names, null for any. The kernel has checked it before. */
  static @Nullable Scope path(Connection connection, LeaseQuery.ListLeases list)
      throws SQLException {
    return !list.path().isEmpty()
            && Scope.parse(List.of(), List.of(list.path())) instanceof Scope.Parsed.Valid valid
        ? asCompared(connection, list.space(), valid.scope())
        : null;
  }

  /** The scope as the space compares names, null for any. */
  static @Nullable Scope scope(Connection connection, LeaseQuery.ListLeases list)
      throws SQLException {
    Scope scope = list.scope();
    return scope == null ? null : asCompared(connection, list.space(), scope);
  }

  private static Scope asCompared(Connection connection, String space, Scope scope)
      throws SQLException {
    boolean ignoresCase =
        Sql.number(connection, "SELECT 1 FROM lease_spaces WHERE name = ?", space) != 0;
    return ignoresCase && scope.withoutCase() instanceof Scope.Parsed.Valid folded
        ? folded.scope()
        : scope;
  }

  /** The conditions that SQL checks, with their parameters. */
  private record Selection(String where, List<String> parameters, String holder) {

    static Selection of(LeaseQuery.ListLeases list, String holder) {
      StringBuilder where = new StringBuilder(" AND grace_end_tick IS NULL AND state IN (");
      String separator = "";
      for (LeaseState state : list.states()) {
        if (state.isTerminal()) {
          where.append(separator).append('\'').append(state.name()).append('\'');
          separator = ", ";
        }
      }
      where.append(')');
      List<String> parameters = new ArrayList<>();
      addIfGiven("agent_id", holder, where, parameters);
      addIfGiven("space", list.space(), where, parameters);
      addIfGiven("policy", list.policy(), where, parameters);
      addIfGiven("request_id", list.requestId(), where, parameters);
      return new Selection(where.toString(), parameters, holder);
    }

    private static void addIfGiven(
        String column, String value, StringBuilder where, List<String> parameters) {
      if (!value.isEmpty()) {
        where.append(" AND ").append(column).append(" = ?");
        parameters.add(value);
      }
    }

    /** The last position that one page may look at, {@link Part#ALL} if few rows are left. */
    long end(Connection connection, long after) throws SQLException {
      String rows = holder.isEmpty() ? "WHERE position > ?" : "WHERE agent_id = ? AND position > ?";
      long end =
          Sql.number(
              connection,
              "SELECT position FROM leases "
                  + rows
                  + " ORDER BY position LIMIT 1 OFFSET "
                  + (Limits.MAX_EXAMINED_PER_PAGE - 1),
              holder.isEmpty() ? new Object[] {after} : new Object[] {holder, after});
      return end == 0 ? Part.ALL : end;
    }

    PreparedStatement select(Connection connection, long after, long end) throws SQLException {
      PreparedStatement select =
          connection.prepareStatement(
              "SELECT * FROM leases WHERE position > ? AND position <= ?"
                  + where
                  + " ORDER BY position");
      select.setLong(1, after);
      select.setLong(2, end);
      for (int i = 0; i < parameters.size(); i++) {
        select.setString(3 + i, parameters.get(i));
      }
      return select;
    }
  }
}
