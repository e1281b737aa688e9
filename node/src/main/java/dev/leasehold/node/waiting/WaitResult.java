package dev.leasehold.node.waiting;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;

/**
 * The result of a wait.
 *
 * @param lease as it is now
 * @param failure the reason for which the wait failed; empty if it did not
 * @param tick when that was so
 */
public record WaitResult(Lease lease, String failure, long tick, long wallNanos) {

  /** This server stops: the place is kept, but not the request. */
  public static final String STOPPING = "STOPPING";

  /**
   * The result as the lease has it now. A failed acquire shows in the lease's state; a failed
   * conversion does not, so it is passed in.
   */
  static WaitResult of(Lease lease, String conversionFailure, long tick, long wallNanos) {
    Ending ending = lease.ending();
    String failure =
        ending != null && lease.state() == LeaseState.FAILED ? ending.reason() : conversionFailure;
    return new WaitResult(lease, failure, tick, wallNanos);
  }

  /** Keeps the earlier failure while the lease is active in the same mode. */
  WaitResult after(WaitResult earlier) {
    return failure.isEmpty()
            && lease.state() == LeaseState.ACTIVE
            && lease.mode() == earlier.lease.mode()
        ? new WaitResult(lease, earlier.failure, tick, wallNanos)
        : this;
  }
}
