package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies events and tells of each lease that they change how it was before and is after. */
public final class Facts {

  private Facts() {}

  /**
   * Applies the event and adds its facts.
   *
   * @param apply changes the state as an event says
   */
  public static void apply(Event event, State state, Consumer<Event> apply, List<Fact> facts) {
    if (!(event instanceof Event.OfLease named)) {
      apply.accept(event);
      facts.add(new Fact(event, null, null));
      return;
    }
    LeaseRecord lease = state.leases.find(named.leaseId());
    Set<LeaseRecord> relatives = relatives(named, lease, state);
    Lease before = lease == null ? null : lease.lease();
    if (relatives.isEmpty()) {
      apply.accept(event);
      facts.add(new Fact(event, before, state.lease(named.leaseId())));
    } else {
      List<Lease> relativesBefore = new ArrayList<>(relatives.size());
      relatives.forEach(relative -> relativesBefore.add(relative.lease()));
      apply.accept(event);
      facts.add(new Fact(event, before, state.lease(named.leaseId())));
      int next = 0;
      for (LeaseRecord relative : relatives) {
        facts.add(new Fact(event, relativesBefore.get(next++), relative.lease()));
      }
    }
    if (event instanceof LeaseEvent.Transferred handed) {
      facts.add(new Fact(event, null, state.lease(handed.newLeaseId())));
    }
  }

  /** The other leases, already there, that show what the event does to the lease it names. */
  private static Set<LeaseRecord> relatives(
      Event.OfLease event, @Nullable LeaseRecord lease, State state) {
    LeaseRecord parent = lease == null ? parentOfNew(event, state) : lease.parent();
    boolean newToken =
        event instanceof LeaseEvent.Transferred || event instanceof LeaseEvent.Converted;
    if (parent == null && !(newToken && lease != null && !lease.rare().children.isEmpty())) {
      return Set.of();
    }
    Set<LeaseRecord> relatives = new LinkedHashSet<>();
    for (LeaseRecord next = parent; next != null; next = next.parent()) {
      relatives.add(next);
    }
    if (newToken && lease != null) {
      addDescendants(lease, relatives);
    }
    return relatives;
  }

  private static @Nullable LeaseRecord parentOfNew(Event.OfLease event, State state) {
    String parentId =
        switch (event) {
          case LeaseEvent.Granted e -> e.claim().rare().parentId();
          case LeaseEvent.Queued e -> e.claim().rare().parentId();
          default -> "";
        };
    return parentId.isEmpty() ? null : state.leases.find(parentId);
  }

  private static void addDescendants(LeaseRecord lease, Set<LeaseRecord> relatives) {
    for (LeaseRecord child : lease.rare().children) {
      relatives.add(child);
      addDescendants(child, relatives);
    }
  }
}
