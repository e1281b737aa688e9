package dev.leasehold.client.budget;

import java.util.Map;

/**
 * A listener for changes of a budget. It is called on the thread that finds the change out, so long
 * work belongs elsewhere.
 */
public interface BudgetListener {

  /** The budget was taken away, or the token that it was drawn with; there is nothing to spend. */
  default void revoked(String leaseId, String reason) {}

  /** The budget has another state; told of every change. */
  default void changed(String leaseId, BudgetState before, BudgetState after) {}

  /**
   * The server has refused to count what a call has cost, so that no account has it: the lease had
   * ended before the report came, or had less left.
   *
   * @param amounts the part that was not counted
   */
  default void notCounted(
      String leaseId, String reservationId, Map<String, Long> amounts, String why) {}
}
