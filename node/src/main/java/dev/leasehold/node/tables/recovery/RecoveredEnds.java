package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;

/**
 * Finds out while the journal is replayed whether the kernel has forgotten leases whose ends the
 * tables do not have. Leases are forgotten in the order in which they ended, so it is enough to
 * count: no more may be forgotten after the position that the tables have reached than had ended by
 * then.
 */
public final class RecoveredEnds {

  private final Kernel kernel;
  private final long fedPosition;
  private boolean isBeyondFed;
  private int leases;
  private int accounts;

  /**
   * @param kernel that replays; it may begin ahead of the tables, and then nobody knows which of
   *     the ends that it has they lack
   */
  public RecoveredEnds(Kernel kernel, long fedPosition) {
    this.kernel = kernel;
    this.fedPosition = fedPosition;
  }

  /** Takes note of an event, before the kernel replays it. */
  public void pass(Event event) {
    if (!isBeyondFed && event.position() > fedPosition) {
      isBeyondFed = true;
      if (kernel.lastPosition() <= fedPosition) {
        leases = kernel.endedWithoutBudgetCount();
        accounts = kernel.endedCount() - leases;
      }
    }
    if (isBeyondFed && event instanceof Event.Pruned pruned) {
      leases -= pruned.leases();
      accounts -= pruned.accounts();
    }
  }

  public boolean areMissing() {
    return leases < 0 || accounts < 0;
  }
}
