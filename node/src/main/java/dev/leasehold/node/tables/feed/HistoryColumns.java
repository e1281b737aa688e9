package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.JsonColumn;
import java.sql.SQLException;
import java.util.Collections;

/** One event of one lease as a row of {@code lease_entries}. */
final class HistoryColumns {

  private static final String NAMES =
      """
      lease_position, position, event_type, state_before, state_after, renewal_count, event_nanos,
        tick, reason, actor, mode, issued_nanos, issued_tick, deadline_tick, expires_nanos,
        ttl_nanos, last_renewed_nanos, fencing_token, epoch, amounts, request_id,
        request_fingerprint, labels\
      """;

  static final String INSERT =
      "INSERT INTO lease_entries ("
          + NAMES
          + ") VALUES ("
          + String.join(", ", Collections.nCopies(NAMES.split(",").length, "?"))
          + ")";

  /**
   * Makes entries of what could be read off the row of a lease until now. It looks at no entries: a
   * lease with a budget may have a million of them.
   */
  static final String INSERT_EVIDENT =
      "INSERT OR IGNORE INTO lease_entries ("
          + NAMES
          + ") SELECT "
          + NAMES
          + " FROM lease_history WHERE lease_position IN"
          + " (SELECT position FROM leases WHERE position = ? AND has_entries IS NULL)";

  /** The entry of an older lease when history was switched on again, unless it has one. */
  static final String INSERT_BEGIN =
      "INSERT INTO lease_entries ("
          + NAMES
          + """
          ) SELECT
            leases.position, kept_from, 'history_began', state, state, renewal_count, kept_nanos,
            kept_tick, NULL, NULL, mode, issued_nanos, issued_tick, deadline_tick, expires_nanos,
            ttl_nanos, last_renewed_nanos, fencing_token, epoch, NULL, NULL,
            NULL, NULL
          FROM leases, feed WHERE leases.position = ?1
            AND NOT EXISTS (SELECT 1 FROM lease_entries AS told
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
        .textOrNull(before == null ? "" : before.name())
        .text(history.after().name())
        .number(lease.renewalCount())
        .number(event.wallNanos())
        .number(event.tick())
        .textOrNull(entry.reason())
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
    row.textOrNull(entry.labels().isEmpty() ? "" : JsonColumn.write(entry.labels()));
  }

  private static void bindRequest(HistoryEntry entry, Binder row) throws SQLException {
    if (entry.request().requestId().isEmpty()) {
      row.nothing().nothing();
    } else {
      row.text(entry.request().requestId()).number(entry.request().fingerprint());
    }
  }
}
