package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import org.jspecify.annotations.Nullable;

/**
 * One row in the history of a lease: an event, and the lease as it was after it.
 *
 * @param before null if the event made the lease
 */
record HistoryRow(
    Event event, Lease lease, HistoryEntry entry, @Nullable LeaseState before, LeaseState after) {

  static HistoryRow of(Event.OfLease event, @Nullable LeaseState before, Lease after) {
    return new HistoryRow(
        event, after, HistoryEntry.of(event, before == null), before, after.state());
  }
}
