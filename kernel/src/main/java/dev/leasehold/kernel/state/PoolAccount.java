package dev.leasehold.kernel.state;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The money of one pool; its total is the sum of the three. */
public final class PoolAccount {

  public final String id;
  public Amounts free = Amounts.NONE;
  public Amounts outstanding = Amounts.NONE;
  public Amounts spent = Amounts.NONE;
  public boolean open = true;

  /** How it is topped up; null if it is not. */
  public @Nullable Recurrence recurrence;

  /** The last period that it was topped up for; empty for none. */
  public String period = "";

  /** Requests that moved its money, the oldest first, with their ticks. */
  public final Map<RequestKey, Long> requests = new LinkedHashMap<>();

  public PoolAccount(String id) {
    this.id = id;
  }

  public Pool pool() {
    return new Pool(id, free, outstanding, spent, open, recurrence, period);
  }

  /** The amounts that the pool can give, with the rest that the budget lease would return. */
  public Amounts freeFor(@Nullable LeaseRecord budgetLease) {
    if (!open) {
      return Amounts.NONE;
    }
    return budgetLease != null && Account.of(budgetLease).pool == this
        ? free.plus(Account.of(budgetLease).rest())
        : free;
  }

  /** All units that the pool has, had or will have by itself, with some amount of each. */
  public Amounts units() {
    Amounts total = pool().total();
    return recurrence == null ? total : total.plus(recurrence.amounts());
  }

  /** Refuses amounts because the pool is restored and closed. */
  public Refusal closed(Amounts wanted) {
    return new BudgetRefusal.InsufficientBudget(
        "pool " + id + ", restored and not yet confirmed,", wanted, Amounts.NONE);
  }

  /** Refuses a budget unless the pool has something of each unit that is asked for. */
  public @Nullable Refusal tooLittleFor(Amounts wanted, @Nullable LeaseRecord budgetLease) {
    if (!open) {
      return wanted.isNothing() ? null : closed(wanted);
    }
    Amounts free = freeFor(budgetLease);
    return free.hasSomeOfEach(wanted)
        ? null
        : new BudgetRefusal.InsufficientBudget("pool " + id, wanted, free);
  }
}
