package dev.leasehold.client.budget;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The listeners of a budget. One that fails keeps nothing from the others and from the budget. */
final class BudgetListeners {

  private static final System.Logger LOG = System.getLogger(HeldBudget.class.getName());

  private final String leaseId;
  private final List<BudgetListener> listeners = new CopyOnWriteArrayList<>();

  BudgetListeners(String leaseId) {
    this.leaseId = leaseId;
  }

  void add(BudgetListener listener) {
    listeners.add(listener);
  }

  void changed(BudgetStanding.Change change) {
    tell(
        listener -> {
          listener.changed(leaseId, change.before(), change.after());
          if (change.after() == BudgetState.REVOKED) {
            listener.revoked(leaseId, change.reason());
          }
        });
  }

  void notCounted(Report report, Map<String, Long> amounts, String why) {
    tell(listener -> listener.notCounted(report.leaseId(), report.reservationId(), amounts, why));
  }

  private void tell(Consumer<BudgetListener> news) {
    for (BudgetListener listener : listeners) {
      try {
        news.accept(listener);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a listener of budget " + leaseId + " has failed", e);
      }
    }
  }
}
