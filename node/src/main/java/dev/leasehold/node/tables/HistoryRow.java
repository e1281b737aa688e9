package dev.leasehold.node.tables;

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
    return event instanceof Event.Ended
        && before == LeaseState.ACTIVE
        && after == now.state()
        && now.ending() != null
        && event.tick() == now.ending().tick()
        && event.wallNanos() == now.ending().wallNanos()
        && now.ending().cause() == null
        && entry.reason().equals(now.ending().reason())
        && entry.actor().equals(now.ending().endedBy())
        && lease.renewalCount() == now.renewalCount()
        && hasTermsOf(now);
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
