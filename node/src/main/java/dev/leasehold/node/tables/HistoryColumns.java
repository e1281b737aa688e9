package dev.leasehold.node.tables;

import static dev.leasehold.node.tables.Statuses.seconds;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One event of one lease as a row of {@code lease_history}. */
final class HistoryColumns {

  private static final List<String> NAMES =
      List.of(
          "position",
          "lease_position",
          "id",
          "lease_id",
          "agent_id",
          "file_path",
          "event_type",
          "status_before",
          "status_after",
          "renewal_count",
          "event_at",
          "reason",
          "state_before",
          "state_after",
          "event_nanos",
          "tick",
          "actor",
          "mode",
          "issued_nanos",
          "issued_tick",
          "deadline_tick",
          "expires_nanos",
          "ttl_nanos",
          "last_renewed_nanos",
          "fencing_token",
          "epoch",
          "amounts",
          "request_id",
          "request_fingerprint");

  static final String INSERT =
      "INSERT INTO lease_history ("
          + String.join(", ", NAMES)
          + ") VALUES ("
          + String.join(", ", Collections.nCopies(NAMES.size(), "?"))
          + ")";

  private HistoryColumns() {}

  /**
   * @param lease as it was after the command
   */
  static void bind(
      Event event,
      Lease lease,
      HistoryEntry entry,
      @Nullable LeaseState before,
      LeaseState after,
      Binder row)
      throws SQLException {
    String id = Long.toString(event.position());
    boolean successor = event instanceof Event.Transferred t && !t.leaseId().equals(lease.id());
    row.begin()
        .number(event.position())
        .number(lease.position())
        .text(successor ? id + "+" : id)
        .text(lease.id())
        .text(lease.holder())
        .text(LeaseColumns.scopeText(lease.scope()))
        .text(entry.type())
        .textOrNull(before == null ? "" : Statuses.of(before))
        .text(Statuses.of(after))
        .number(lease.renewalCount())
        .number(seconds(event.wallNanos()))
        .textOrNull(entry.reason())
        .textOrNull(before == null ? "" : before.name())
        .text(after.name())
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
    if (entry.request().requestId().isEmpty()) {
      row.nothing().nothing();
    } else {
      row.text(entry.request().requestId()).number(entry.request().fingerprint());
    }
  }
}
