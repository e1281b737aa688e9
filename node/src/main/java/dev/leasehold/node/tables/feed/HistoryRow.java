package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import org.jspecify.annotations.Nullable;

/**
 * One row in the history of a lease: an event, and the lease as it was after it.
 *
 * @param before null if the event made the lease
 */
record HistoryRow(
    Event event, Lease lease, HistoryEntry entry, @Nullable LeaseState before, LeaseState after) {

  /**
   * @param event of the fact
   * @param after the lease of the fact
   */
  static HistoryRow of(Event.OfLease event, Fact fact, Lease after) {
    Lease before = fact.before();
    return new HistoryRow(
        event,
        after,
        HistoryEntry.of(event, fact),
        before == null ? null : before.state(),
        after.state());
  }

  boolean isEnd() {
    return before != after && after.isTerminal();
  }

  /** Whether SQL can copy this row from the row of the lease, because it is its grant. */
  boolean isGrantOf(Lease now) {
    return event instanceof Event.Granted
        && event.position() == now.position()
        && event.tick() == now.issuedTick()
        && event.wallNanos() == now.issuedWallNanos()
        && entry.request().requestId().equals(now.requestId())
        && !entry.actor().isEmpty()
        && now.renewalCount() == 0
        && hasTermsOf(now);
  }

  /** Whether SQL can copy this row from the row of the lease, because it is its end. */
  boolean isEndOf(Lease now) {
    Ending ending = now.ending();
    return ending != null
        && before == LeaseState.ACTIVE
        && after == now.state()
        && event.tick() == ending.tick()
        && event.wallNanos() == ending.wallNanos()
        && isReasonOf(ending)
        && entry.actor().equals(ending.endedBy())
        && lease.renewalCount() == now.renewalCount()
        && hasTermsOf(now);
  }

  /** The reason of an expiry is its cause. */
  private boolean isReasonOf(Ending ending) {
    return switch (event) {
      case Event.Ended e -> ending.cause() == null && e.reason().equals(ending.reason());
      case Event.Expired e -> ending.cause() == e.cause() && ending.reason().isEmpty();
      default -> false;
    };
  }

  private boolean hasTermsOf(Lease now) {
    return LeaseColumns.isPlain(lease)
        && entry.amounts().isNothing()
        && lease.mode() == now.mode()
        && lease.issuedTick() == now.issuedTick()
        && lease.issuedWallNanos() == now.issuedWallNanos()
        && lease.deadlineTick() == now.deadlineTick()
        && lease.expiresWallNanos() == now.expiresWallNanos()
        && lease.ttlNanos() == now.ttlNanos()
        && lease.lastRenewedWallNanos() == now.lastRenewedWallNanos()
        && lease.fencingToken() == now.fencingToken()
        && lease.epoch() == now.epoch();
  }
}
