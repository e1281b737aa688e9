package dev.leasehold.node.tables.feed;

import static dev.leasehold.node.tables.ReadableColumns.seconds;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.JsonColumn;
import dev.leasehold.node.tables.ReadableColumns;
import java.sql.SQLException;

/**
 * One event of one lease as a row of {@code lease_history}. SQL copies columns that are the same in
 * the row of the lease, which has just been written.
 */
final class HistoryColumns {

  private static final String NAMES =
      """
      lease_position, position, id, lease_id, agent_id, file_path, path_kind, event_type,
        status_before, status_after, renewal_count, event_at, reason,
        state_before, state_after, event_nanos, tick, actor, mode,
        issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos, last_renewed_nanos,
        fencing_token, epoch, amounts, request_id, request_fingerprint\
      """;

  private static final String SELECT = "INSERT INTO lease_history (" + NAMES + ")\n  SELECT ";

  static final String INSERT =
      SELECT
          + """
          position, ?2, position || '-' || ?2, id, agent_id, file_path, path_kind, ?3,
            ?4, ?5, ?6, ?7, ?8,
            ?9, ?10, ?11, ?12, ?13, ?14,
            ?15, ?16, ?17, ?18, ?19, ?20,
            ?21, ?22, ?23, ?24, ?25
          FROM leases WHERE position = ?1\
          """;

  /** The row of a grant, copied from a lease that has not changed since, but may have ended. */
  private static final String GRANT =
      """
      position, position, position || '-' || position, id, agent_id, file_path, path_kind, 'acquired',
        NULL, 'active', 0, created_at, NULL,
        NULL, 'ACTIVE', issued_nanos, issued_tick, coalesce(request_caller, agent_id), mode,
        issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos, NULL,
        fencing_token, epoch, NULL, request_id, request_fingerprint
      FROM leases WHERE position\
      """;

  /** The row of an end, copied from a lease that has not changed since. */
  private static final String END =
      """
      position, %1$s, position || '-' || %1$s, id, agent_id, file_path, path_kind, lower(state),
        'active', status, renewal_count, ended_nanos / 1000000000, coalesce(reason, cause),
        'ACTIVE', state, ended_nanos, ended_tick, ended_by, mode,
        issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos, last_renewed_nanos,
        fencing_token, epoch, NULL, %2$s, %3$s
      FROM leases WHERE position\
      """;

  static final String INSERT_GRANT = SELECT + GRANT + " = ?1";

  static final String INSERT_END = SELECT + END.formatted("?2", "?3", "?4") + " = ?1";

  /** The rows of leases that were granted and perhaps ended, and nothing else, in order. */
  static final String INSERT_EVIDENT =
      SELECT
          + GRANT
          + " BETWEEN ?1 AND ?2\nUNION ALL SELECT "
          + END.formatted("ended_position", "end_request_id", "end_request_fingerprint")
          + " BETWEEN ?1 AND ?2 AND ended_position IS NOT NULL\nORDER BY 1, 2";

  /** The row of an older lease when history was switched on again, unless it has one. */
  static final String INSERT_BEGIN =
      SELECT
          + """
          leases.position, kept_from, leases.position || '-' || kept_from, leases.id, agent_id,
            file_path, path_kind, 'history_began',
            status, status, renewal_count, kept_nanos / 1000000000, NULL,
            state, state, kept_nanos, kept_tick, NULL, mode,
            issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos, last_renewed_nanos,
            fencing_token, epoch, NULL, NULL, NULL
          FROM leases, feed WHERE leases.position = ?1
            AND NOT EXISTS (SELECT 1 FROM lease_history AS told
              WHERE told.lease_position = leases.position)\
          """;

  private HistoryColumns() {}

  static void bind(HistoryRow history, Binder row) throws SQLException {
    Event event = history.event();
    Lease lease = history.lease();
    HistoryEntry entry = history.entry();
    LeaseState before = history.before();
    row.begin()
        .number(lease.position())
        .number(event.position())
        .text(entry.type())
        .textOrNull(before == null ? "" : ReadableColumns.status(before))
        .text(ReadableColumns.status(history.after()))
        .number(lease.renewalCount())
        .number(seconds(event.wallNanos()))
        .textOrNull(entry.reason())
        .textOrNull(before == null ? "" : before.name())
        .text(history.after().name())
        .number(event.wallNanos())
        .number(event.tick())
        .textOrNull(entry.actor())
        .text(lease.mode().name())
        .number(lease.issuedWallNanos())
        .number(lease.issuedTick())
        .number(lease.deadlineTick())
        .number(lease.expiresWallNanos())
        .number(lease.ttlNanos())
        .numberOrNull(lease.lastRenewedWallNanos())
        .number(lease.fencingToken())
        .number(lease.epoch())
        .textOrNull(entry.amounts().isNothing() ? "" : JsonColumn.write(entry.amounts().asMap()));
    bindRequest(entry, row);
  }

  static void bindEnd(HistoryRow history, Binder row) throws SQLException {
    row.begin().number(history.lease().position()).number(history.event().position());
    bindRequest(history.entry(), row);
  }

  private static void bindRequest(HistoryEntry entry, Binder row) throws SQLException {
    if (entry.request().requestId().isEmpty()) {
      row.nothing().nothing();
    } else {
      row.text(entry.request().requestId()).number(entry.request().fingerprint());
    }
  }
}
