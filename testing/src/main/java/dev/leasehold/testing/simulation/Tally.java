package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.requests.RequestIds;
import java.util.Map;
import java.util.TreeMap;

/** Counts events and refusals, to see that a run was about something. */
public final class Tally {

  private final Map<String, Integer> counts = new TreeMap<>();
  int crashes;
  int restores;
  private long moneySpent;

  void count(Command command, Outcome outcome) {
    for (Event event : outcome.events()) {
      add(event.getClass().getSimpleName());
      if (outcome.stamp().caller().role() == Role.GATEWAY) {
        add("by a gateway: " + event.getClass().getSimpleName());
      }
      if (event instanceof BudgetEvent.Spent spent) {
        addMoney(spent.amounts());
      } else if (event instanceof BudgetEvent.Settled settled) {
        addMoney(settled.spent());
      }
    }
    if (outcome.reply() instanceof Reply.Refused refused) {
      add(refused.refusal().code().name());
    } else if (outcome.reply() instanceof Reply.OfLease
        && outcome.events().isEmpty()
        && !RequestIds.of(command).isEmpty()) {
      add("retries");
    }
  }

  private void addMoney(Amounts amounts) {
    amounts.asMap().values().forEach(figure -> moneySpent += figure);
  }

  private void add(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  void addAll(Tally other) {
    other.counts.forEach((what, count) -> counts.merge(what, count, Integer::sum));
    crashes += other.crashes;
    restores += other.restores;
    moneySpent += other.moneySpent;
  }

  public int of(String what) {
    return counts.getOrDefault(what, 0);
  }

  public int crashes() {
    return crashes;
  }

  @Override
  public String toString() {
    return "crashes="
        + crashes
        + " restores="
        + restores
        + " spent="
        + moneySpent
        + " grants="
        + (of("Granted") + of("GrantedFromQueue") + of("Transferred"))
        + " waits="
        + (of("Queued") + of("ConversionQueued"))
        + " deadlocks="
        + of("DEADLOCK")
        + " "
        + counts;
  }
}
