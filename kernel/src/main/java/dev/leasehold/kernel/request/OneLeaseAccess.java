package dev.leasehold.kernel.request;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an IP token allows: to reserve, spend, settle, cancel and look at its own lease
 * while that is active, and nothing else.
 */
public final class OneLeaseAccess {

  private OneLeaseAccess() {}

  /**
   * Returns the refusal of a command that the caller's token, which is for one lease, does not
   * allow; null if it does.
   */
  public static @Nullable Refusal refusal(Step step, Command command) {
    Caller caller = step.caller();
    if (!caller.leaseId().equals(leaseOf(command))) {
      return new AccessRefusal.Forbidden(
          "your token is for lease "
              + caller.leaseId()
              + " alone, to reserve, spend, settle, cancel and look at it; use your own token");
    }
    LeaseRecord record = step.state.ipTokens.find(caller.tokenId());
    return record != null && record.id.equals(caller.leaseId()) && record.isActive()
        ? null
        : new AccessRefusal.Forbidden(
            "your token is not valid any more: lease "
                + caller.leaseId()
                + " is not active, or has another token");
  }

  /** The lease of a command that an IP token allows; null for any other command. */
  private static @Nullable String leaseOf(Command command) {
    return switch (command) {
      case BudgetCommand.Spend c -> c.leaseId();
      case BudgetCommand.Reserve c -> c.leaseId();
      case BudgetCommand.Settle c -> c.leaseId();
      case BudgetCommand.Cancel c -> c.leaseId();
      case LeaseQuery.GetLease c -> c.leaseId();
      default -> null;
    };
  }
}
