package dev.leasehold.node.tables;

import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one lease by one event.
 *
 * @param lease as it was after the event
 * @param before null if the event made the lease
 */
record HistoryRow(
    Event event, Lease lease, HistoryEntry entry, @Nullable LeaseState before, LeaseState after) {

  /** Whether the row of a lease as it is now tells the grant just as well. */
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

  /** Whether the row of a lease as it is now tells the end just as well. */
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

  /** One that ran out has its cause for a reason. */
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
