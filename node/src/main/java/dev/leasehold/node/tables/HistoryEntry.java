package dev.leasehold.node.tables;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an event means for one lease, beside the lease as it was after the event.
 *
 * @param before null if the lease was made by the event
 * @param actor who did it; empty if time did
 */
record HistoryEntry(
    String type,
    @Nullable LeaseState before,
    LeaseState after,
    String actor,
    String reason,
    Amounts amounts,
    Event.Request request) {

  /**
   * Stands for a state that neither the event nor the lease shows: that before is the state after
   * the event before, that after is the same. Money moves in no lease that has failed.
   */
  static final LeaseState UNKNOWN = LeaseState.FAILED;

  boolean isEnd() {
    return before != after && after.isTerminal();
  }

  /** For the lease that the event names. */
  static HistoryEntry of(Event.OfLease event, Lease lease) {
    return switch (event) {
      case Event.Granted e -> made("acquired", LeaseState.ACTIVE, e.claim().request(), e.budget());
      case Event.Queued e -> made("queued", LeaseState.PENDING, e.claim().request(), Amounts.NONE);
      case Event.Admitted e ->
          new HistoryEntry(
              "acquired",
              LeaseState.PENDING,
              LeaseState.ACTIVE,
              "",
              "",
              e.budget(),
              Event.Request.NONE);
      case Event.Renewed e -> active("renewed", e.request(), "", Amounts.NONE);
      case Event.Beaten e -> active("heartbeat", e.request(), "", Amounts.NONE);
      case Event.HeartbeatExcused e ->
          active("heartbeat_excused", Event.Request.NONE, "", Amounts.NONE);
      case Event.Expired e ->
          new HistoryEntry(
              "expired",
              LeaseState.ACTIVE,
              LeaseState.EXPIRED,
              "",
              e.cause().name(),
              Amounts.NONE,
              Event.Request.NONE);
      case Event.Ended e -> ended(e, lease);
      case Event.EndPlanned e ->
          new HistoryEntry(
              "end_planned",
              beforeEnd(lease),
              beforeEnd(lease),
              e.end().by(),
              e.end().reason(),
              Amounts.NONE,
              e.request());
      case Event.Reminded e -> active("reminded", Event.Request.NONE, "", Amounts.NONE);
      case Event.Advanced e -> active("advanced", e.request(), "", Amounts.NONE);
      case Event.Transferred e ->
          new HistoryEntry(
              "transferred",
              LeaseState.ACTIVE,
              LeaseState.RELEASED,
              e.request().caller(),
              "TRANSFERRED",
              Amounts.NONE,
              e.request());
      case Event.Converted e -> active("converted", e.request(), "", Amounts.NONE);
      case Event.ConversionQueued e -> active("conversion_queued", e.request(), "", Amounts.NONE);
      case Event.ConversionFailed e ->
          active("conversion_failed", e.request(), e.reason(), Amounts.NONE);
      case Event.Spent e -> active("spent", e.request(), e.note(), e.amounts());
      case Event.Overdrawn e -> same("overdrawn", Event.Request.NONE, "", e.asked());
      case Event.Reserved e -> active("reserved", e.request(), "", e.amounts());
      case Event.Adjusted e -> same("adjusted", e.request(), "", e.amounts());
      case Event.Settled e -> same("settled", Event.Request.NONE, e.how().name(), e.spent());
      case Event.Refreshed e ->
          new HistoryEntry(
              "refreshed",
              UNKNOWN,
              LeaseState.ACTIVE,
              e.request().caller(),
              "",
              e.added(),
              e.request());
    };
  }

  /** For the lease that a transfer makes. */
  static HistoryEntry ofSuccessor(Event.Transferred event) {
    return new HistoryEntry(
        "acquired",
        null,
        LeaseState.ACTIVE,
        event.request().caller(),
        event.note(),
        Amounts.NONE,
        event.request());
  }

  private static HistoryEntry made(
      String type, LeaseState state, Event.Request request, Amounts amounts) {
    return new HistoryEntry(type, null, state, request.caller(), "", amounts, request);
  }

  private static HistoryEntry active(
      String type, Event.Request request, String reason, Amounts amounts) {
    return new HistoryEntry(
        type, LeaseState.ACTIVE, LeaseState.ACTIVE, request.caller(), reason, amounts, request);
  }

  /** A call under way is settled in whatever state its lease is by then. */
  private static HistoryEntry same(
      String type, Event.Request request, String reason, Amounts amounts) {
    return new HistoryEntry(type, UNKNOWN, UNKNOWN, request.caller(), reason, amounts, request);
  }

  private static HistoryEntry ended(Event.Ended event, Lease lease) {
    return new HistoryEntry(
        event.state().name().toLowerCase(Locale.ROOT),
        beforeEnd(lease),
        event.state(),
        event.endedBy(),
        event.reason(),
        Amounts.NONE,
        event.request());
  }

  /** An end that follows an expiry keeps its cause; a lease without a token was never granted. */
  private static LeaseState beforeEnd(Lease lease) {
    if (lease.ending() != null && lease.ending().cause() != null) {
      return LeaseState.EXPIRED;
    }
    return lease.fencingToken() == 0 ? LeaseState.PENDING : LeaseState.ACTIVE;
  }
}
