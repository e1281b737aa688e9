package dev.leasehold.kernel.command;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import org.jspecify.annotations.Nullable;

/** A command about the pools that budgets are drawn from. */
public sealed interface PoolCommand extends Command {

  /**
   * @param recurrence null for a pool that is filled by hand
   */
  record CreatePool(
      String poolId, Amounts amounts, @Nullable Recurrence recurrence, String requestId)
      implements PoolCommand, Retryable {

    /** A pool that is filled by hand. */
    public CreatePool(String poolId, Amounts amounts, String requestId) {
      this(poolId, amounts, null, requestId);
    }
  }

  /**
   * Have a pool topped up, or no more.
   *
   * @param recurrence null to end it
   */
  record SetRecurrence(String poolId, @Nullable Recurrence recurrence, String requestId)
      implements PoolCommand, Retryable {}

  record Deposit(String poolId, Amounts amounts, String reason, String requestId)
      implements PoolCommand, Retryable {}

  record Withdraw(String poolId, Amounts amounts, String reason, String requestId)
      implements PoolCommand, Retryable {}

  /** After a restore: this much was spent in all, and the pool may grant again. */
  record ConfirmPool(String poolId, Amounts spent, String requestId)
      implements PoolCommand, Retryable {}

  record GetPool(String poolId) implements PoolCommand, Query {}

  record ListPools() implements PoolCommand, Query {}
}
