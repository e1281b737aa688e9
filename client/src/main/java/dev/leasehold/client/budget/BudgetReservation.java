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
  private final Map<String, String> labels;
  private final boolean confirmed;
  private final AtomicBoolean over = new AtomicBoolean();

  BudgetReservation(
      HeldBudget budget,
      String id,
      Map<String, Long> amounts,
      Map<String, String> labels,
      boolean confirmed) {
    this.budget = budget;
    this.id = id;
    this.amounts = Map.copyOf(amounts);
    this.labels = Map.copyOf(labels);
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
   * kept to be reported later. Of a cost that is none, all that was set aside is counted before
   * this throws.
   */
  public void settle(Map<String, Long> cost) {
    settle(cost, Map.of());
  }

  /**
   * Settles with labels that are known only now, such as the model that has answered. They count
   * before those of the reservation. A label that is too long, odd or one too many is left out: a
   * cost is never lost for its labels.
   */
  public void settle(Map<String, Long> cost, Map<String, String> more) {
    Map<String, String> joined = Labels.joined(labels, more);
    Map<String, Long> checked;
    try {
      checked = Amounts.checked(cost);
    } catch (RuntimeException e) {
      end();
      budget.report(this, Report.Kind.COST, amounts, joined);
      throw e;
    }
    end();
    budget.report(this, Report.Kind.COST, checked, joined);
  }

  /** The call did not take place, or cost nothing. */
  public void cancel() {
    end();
    budget.report(this, Report.Kind.CANCEL, Map.of(), Map.of());
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
