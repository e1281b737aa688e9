package dev.leasehold.kernel.money;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tells holders that a spend has brought a budget to a threshold: of each unit the highest that was
 * passed, in the lease and in those that it was derived from. The amounts that a refresh adds count
 * at the next spend, so that a threshold may be reached again.
 */
public final class Thresholds {

  /** A lease and what it had spent before. */
  private record Before(LeaseRecord record, Amounts spent) {}

  private static final int WHOLE = 100;

  private final List<Integer> percents;
  private final List<Before> line = new ArrayList<>(1);

  private Thresholds(List<Integer> percents) {
    this.percents = percents;
  }

  /** Takes note of what a lease and its ancestors have spent, before they spend more. */
  static Thresholds before(Step step, LeaseRecord record) {
    Thresholds thresholds = new Thresholds(step.state.settings.config().budgetThresholds());
    if (thresholds.percents.isEmpty()) {
      return thresholds;
    }
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      Account account = next.account();
      if (account != null && next.isActive()) {
        thresholds.line.add(new Before(next, account.spent));
      }
    }
    return thresholds;
  }

  void record(Step step) {
    for (Before before : line) {
      Account account = Account.of(before.record);
      for (Map.Entry<String, Long> granted : account.granted.asMap().entrySet()) {
        String unit = granted.getKey();
        long was = of(before.spent, unit);
        long is = of(account.spent, unit);
        int percent = is > was ? highest(was, is, granted.getValue()) : 0;
        if (percent > 0) {
          step.record(
              new BudgetEvent.ThresholdReached(
                  step.at(), before.record.id, unit, percent, is, granted.getValue()));
        }
      }
    }
  }

  private static long of(Amounts amounts, String unit) {
    return amounts.asMap().getOrDefault(unit, 0L);
  }

  /** The highest threshold that was not reached before and is now; 0 for none. */
  private int highest(long was, long is, long granted) {
    int highest = 0;
    for (int percent : percents) {
      long threshold = share(granted, percent);
      if (was < threshold && is >= threshold) {
        highest = percent;
      }
    }
    return highest;
  }

  /** So many per cent, rounded up, without a product that does not fit. */
  private static long share(long granted, int percent) {
    return granted / WHOLE * percent + Math.ceilDiv(granted % WHOLE * percent, WHOLE);
  }

  public static void reached(State state, BudgetEvent.ThresholdReached e) {
    state.notices.add(state.active(e), e);
  }
}
