package dev.leasehold.kernel.command;

import dev.leasehold.kernel.budget.Amounts;

/** A command by which holders ask admins for more, or admins decide on that. */
public sealed interface ApprovalCommand extends Command {

  /** Ask admins for more budget than the lease has. */
  record RequestMore(String leaseId, Amounts amounts, String justification, String requestId)
      implements ApprovalCommand, Retryable {}

  /**
   * Ask admins for more time than the lease has, where its policy allows that.
   *
   * @param ttlNanos how much longer, counted from the end that the lease has when it is approved
   */
  record RequestExtension(String leaseId, long ttlNanos, String justification, String requestId)
      implements ApprovalCommand, Retryable {}

  /**
   * Give what was asked for: the pool gets what it lacks and the lease the amounts, or the lease
   * more time.
   *
   * @param ttlNanos how much more time, at most what was asked for; 0 for all of that
   */
  record ApproveRequest(String id, String reason, long ttlNanos) implements ApprovalCommand {}

  record DeclineRequest(String id, String reason) implements ApprovalCommand {}

  /**
   * List requests for more budget and for more time.
   *
   * @param leaseId all of this lease; empty for the open ones of all that the caller may see
   */
  record ListRequests(String leaseId) implements ApprovalCommand, Query {}
}
