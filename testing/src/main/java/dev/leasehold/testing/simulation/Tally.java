package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import java.util.Map;
import java.util.TreeMap;

/** How often what happened, to see that a run was about something. */
public final class Tally {

  private final Map<String, Integer> counts = new TreeMap<>();
  int crashes;

  void count(Command command, Outcome outcome) {
    boolean changed = false;
    for (Event event : outcome.events()) {
      add(event.getClass().getSimpleName());
      changed |= !EventRules.isOfTime(event);
    }
    if (outcome.reply() instanceof Reply.Refused refused) {
      add(refused.refusal().code().name());
    } else if (outcome.reply() instanceof Reply.OfLease
        && !changed
        && !(command instanceof Command.GetLease)) {
      add("retries");
    }
  }

  private void add(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  void addAll(Tally other) {
    other.counts.forEach((what, count) -> counts.merge(what, count, Integer::sum));
    crashes += other.crashes;
  }

  public int of(String what) {
    return counts.getOrDefault(what, 0);
  }

  public int crashes() {
    return crashes;
  }

  @Override
  public String toString() {
    return "crashes=" + crashes + " " + counts;
  }
}
