package dev.leasehold.kernel.event;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import java.util.Map;

/** A change of what a lease may spend, or has spent. */
public sealed interface BudgetEvent extends Event.OfLease {

  /**
   * A lease got a token that is good for it alone; one that it had before has ended.
   *
   * @param secretHash SHA-256 of the secret, in hexadecimal
   */
  record IpTokenIssued(At at, String leaseId, String tokenId, String secretHash)
      implements BudgetEvent {}

  /**
   * @param labels say what it was spent on
   */
  record Spent(
      At at,
      String leaseId,
      Amounts amounts,
      String note,
      Request request,
      Map<String, String> labels)
      implements BudgetEvent {}

  /** A spend or settlement beyond the rest was refused whole. */
  record Overdrawn(At at, String leaseId, Amounts asked, Amounts rest) implements BudgetEvent {}

  /**
   * A lease has spent so much of a unit that its holder should know.
   *
   * @param percent the threshold: this much of what was granted, or more, is spent now
   */
  record ThresholdReached(At at, String leaseId, String unit, int percent, long spent, long granted)
      implements BudgetEvent {

    /** Such as {@code 80% of 1000 tokens}. */
    public String share() {
      return percent + "% of " + granted + " " + unit;
    }
  }

  /**
   * The request's id is the reservation's own.
   *
   * @param labels say what it is for
   */
  record Reserved(
      At at,
      String leaseId,
      Amounts amounts,
      long deadlineTick,
      Request request,
      Map<String, String> labels)
      implements BudgetEvent {}

  record Adjusted(At at, String leaseId, String reservationId, Amounts amounts, Request request)
      implements BudgetEvent {}

  /**
   * A reservation is over: settled, cancelled or timed out.
   *
   * @param spent the cost of the call, which may be more than was reserved
   * @param labels say what it was spent on: those of the reservation and of the settlement
   */
  record Settled(
      At at,
      String leaseId,
      String reservationId,
      Amounts spent,
      SettledHow how,
      Map<String, String> labels)
      implements BudgetEvent {}

  /**
   * The cost of a call was reported after its reservation had timed out. It is in no account, for
   * what was set aside for it may be spent.
   *
   * @param reporter the actor that reported it
   */
  record OverrunReported(
      At at, String leaseId, String reservationId, Amounts amounts, String reporter)
      implements BudgetEvent {
    public String cost() {
      return amounts + " for " + reservationId;
    }
  }

  /** More budget and more time. */
  record Refreshed(At at, String leaseId, Amounts added, long deadlineTick, Request request)
      implements BudgetEvent {}
}
