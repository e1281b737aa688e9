package dev.leasehold.kernel.refusal;

import dev.leasehold.kernel.budget.Amounts;

/** There is not enough left to spend. */
public sealed interface BudgetRefusal extends Refusal {

  record InsufficientBudget(String of, Amounts asked, Amounts rest) implements BudgetRefusal {
    @Override
    public String detail() {
      return of + " has " + rest.words() + " left, which is not enough for " + asked.words();
    }
  }

  record BudgetExhausted(String leaseId) implements BudgetRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " has spent all it was granted, and there is nothing to add";
    }
  }
}
