package dev.leasehold.client.budget;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Money that is set aside for one call. Exactly one of {@link #settle} and {@link #cancel} ends it;
 * closing one that nobody ended cancels it, so that a {@code try} around the call is enough.
 *
 * <p>If this process dies in between, the server gives the money back after the reservation's
 * time-out.
 */
public final class BudgetReservation implements AutoCloseable {

  private final HeldBudget budget;
  private final String id;
  private final Map<String, Long> amounts;
  private final boolean confirmed;
  private final AtomicBoolean over = new AtomicBoolean();

  BudgetReservation(HeldBudget budget, String id, Map<String, Long> amounts, boolean confirmed) {
    this.budget = budget;
    this.id = id;
    this.amounts = Map.copyOf(amounts);
    this.confirmed = confirmed;
  }

  public String id() {
    return id;
  }

  /** The amounts that are set aside. */
  public Map<String, Long> amounts() {
    return amounts;
  }

  /** Whether the server knows of it; if not, it was allowed out of what was granted before. */
  public boolean isConfirmed() {
    return confirmed;
  }

  /**
   * The call took place and cost this much. When this returns the cost is counted by the server, or
   * kept to be reported later.
   */
  public void settle(Map<String, Long> cost) {
    Map<String, Long> checked = Amounts.checked(cost);
    end();
    budget.report(this, Report.Kind.COST, checked);
  }

  /** The call did not take place, or cost nothing. */
  public void cancel() {
    end();
    budget.report(this, Report.Kind.CANCEL, Map.of());
  }

  private void end() {
    if (!over.compareAndSet(false, true)) {
      throw new IllegalStateException("reservation " + id + " was settled or cancelled before");
    }
  }

  @Override
  public void close() {
    if (!over.get()) {
      cancel();
    }
  }
}
