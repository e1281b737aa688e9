package dev.leasehold.kernel.event;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.Durations;

/** A holder's request to admins for more, or their decision on it. */
public sealed interface ApprovalEvent extends Event.OfLease {

  /** A holder asks admins for more. The position is the request's id. */
  record MoreRequested(
      At at, String leaseId, Amounts amounts, String justification, Request request)
      implements ApprovalEvent {}

  /**
   * A request for more was granted.
   *
   * @param requested the position of the request
   * @param amounts added to the lease
   * @param deposited the part of it that the pool did not have
   * @param deadlineTick when the lease ends: as before, or later if it was in grace and goes on now
   */
  record MoreApproved(
      At at,
      String leaseId,
      long requested,
      Amounts amounts,
      Amounts deposited,
      long deadlineTick,
      String reason,
      String by)
      implements ApprovalEvent {}

  /**
   * @param requested the position of the request
   */
  record MoreDeclined(At at, String leaseId, long requested, String reason, String by)
      implements ApprovalEvent {}

  /** A holder asks admins for more time. The position is the request's id. */
  record ExtensionRequested(
      At at, String leaseId, long ttlNanos, String justification, Request request)
      implements ApprovalEvent {

    public String asked() {
      return Durations.exactly(ttlNanos) + ": " + justification;
    }
  }

  /**
   * A lease lasts longer, as its holder has asked.
   *
   * @param requested the position of the request
   * @param ttlNanos how much longer than before
   * @param deadlineTick when the lease ends now
   */
  record ExtensionApproved(
      At at,
      String leaseId,
      long requested,
      long ttlNanos,
      long deadlineTick,
      String reason,
      String by)
      implements ApprovalEvent {

    public String granted() {
      return Durations.exactly(ttlNanos) + ": " + reason;
    }
  }

  /**
   * @param requested the position of the request
   */
  record ExtensionDeclined(At at, String leaseId, long requested, String reason, String by)
      implements ApprovalEvent {}
}
