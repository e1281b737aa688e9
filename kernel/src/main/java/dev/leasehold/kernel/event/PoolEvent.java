package dev.leasehold.kernel.event;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import org.jspecify.annotations.Nullable;

/** A change of a pool that budgets are drawn from. */
public sealed interface PoolEvent extends Event {

  record PoolCreated(At at, String poolId, Amounts amounts, Request request) implements PoolEvent {}

  /**
   * @param deposit false for a withdrawal
   */
  record PoolChanged(
      At at, String poolId, boolean deposit, Amounts amounts, String reason, Request request)
      implements PoolEvent {}

  record PoolConfirmed(At at, String poolId, Amounts spent, Request request) implements PoolEvent {}

  /**
   * A pool is to be topped up from now on, or no more.
   *
   * @param recurrence null if no more
   */
  record RecurrenceSet(At at, String poolId, @Nullable Recurrence recurrence, Request request)
      implements PoolEvent {}

  /**
   * A pool got what it lacked at the beginning of a period.
   *
   * @param added nothing if it lacked nothing
   */
  record ToppedUp(At at, String poolId, String period, Amounts added) implements PoolEvent {}
}
