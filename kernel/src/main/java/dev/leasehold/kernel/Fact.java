package dev.leasehold.kernel;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event with one lease that it changed, as the lease was before and is after it: what the kernel
 * tells the node of each event that it has applied. An event about a lease comes first with the
 * lease that it names, then once with each relative that shows the change: the successor of a
 * transfer, the ancestors, the descendants behind a new fencing token.
 *
 * @param before null if the event made the lease, or is about none
 * @param after null if the event is about no lease
 */
public record Fact(Event event, @Nullable Lease before, @Nullable Lease after) {

  /** Whether the event names this lease, and does not only show in it. */
  public boolean isAboutNamedLease() {
    return after != null
        && event instanceof Event.OfLease named
        && named.leaseId().equals(after.id());
  }

  /** Whether the event has made the lease: by a grant, by queueing or by a transfer. */
  public boolean isBirth() {
    return before == null && after != null;
  }

  /** The events of facts in their order, each once. */
  public static List<Event> eventsOf(List<Fact> facts) {
    if (facts.size() <= 1) {
      return facts.isEmpty() ? List.of() : List.of(facts.get(0).event());
    }
    List<Event> events = new ArrayList<>(facts.size());
    for (int i = 0; i < facts.size(); i++) {
      if (isFirstOfEvent(facts, i)) {
        events.add(facts.get(i).event());
      }
    }
    return events;
  }

  /** Whether the fact at an index is the first of its event. */
  public static boolean isFirstOfEvent(List<Fact> facts, int index) {
    return index == 0 || facts.get(index).event() != facts.get(index - 1).event();
  }
}
