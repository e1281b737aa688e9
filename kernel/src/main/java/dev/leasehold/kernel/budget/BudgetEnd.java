package dev.leasehold.kernel.budget;

/**
 * The budget of a lease when the lease ends.
 *
 * @param returned given back with the end; more may follow when reservations are settled
 */
public record BudgetEnd(Amounts granted, Amounts spent, Amounts returned) {

  public static final BudgetEnd NONE = new BudgetEnd(Amounts.NONE, Amounts.NONE, Amounts.NONE);
}
