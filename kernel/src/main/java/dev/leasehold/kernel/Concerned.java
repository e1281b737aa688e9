package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The leases whose record some events have changed. */
final class Concerned {

  private Concerned() {}

  /** Each once, as it is now, that is after the last of the events. */
  static List<Lease> by(Outcome outcome, State state) {
    List<Event> events = outcome.events();
    if (events.isEmpty()) {
      return List.of();
    }
    if (events.size() == 1) {
      Lease answered = answered(outcome, events.get(0));
      if (answered != null) {
        return List.of(answered);
      }
    }
    Set<Holding> holdings = new LinkedHashSet<>();
    events.forEach(event -> add(event, state, holdings));
    return asTheyAre(holdings);
  }

  static List<Lease> by(Event event, State state) {
    if (!(event instanceof Event.OfLease)) {
      return List.of();
    }
    Set<Holding> holdings = new LinkedHashSet<>();
    add(event, state, holdings);
    return asTheyAre(holdings);
  }

  private static List<Lease> asTheyAre(Set<Holding> holdings) {
    List<Lease> leases = new ArrayList<>(holdings.size());
    holdings.forEach(holding -> leases.add(holding.lease()));
    return leases;
  }

  /** Most outcomes are one event about one lease without kin, and the reply has it already. */
  private static @Nullable Lease answered(Outcome outcome, Event event) {
    return event instanceof Event.OfLease ofLease
            && !(event instanceof Event.Transferred || event instanceof Event.Converted)
            && outcome.reply() instanceof Reply.OfLease reply
            && reply.lease().id().equals(ofLease.leaseId())
            && reply.lease().particulars().parentId().isEmpty()
        ? reply.lease()
        : null;
  }

  private static void add(Event event, State state, Set<Holding> holdings) {
    switch (event) {
      case Event.Transferred e -> {
        addLine(state.leases.find(e.leaseId()), holdings);
        addLine(state.leases.find(e.newLeaseId()), holdings);
        addDescendants(state.leases.find(e.newLeaseId()), holdings);
      }
      case Event.Converted e -> {
        addLine(state.leases.find(e.leaseId()), holdings);
        addDescendants(state.leases.find(e.leaseId()), holdings);
      }
      case Event.OfLease e -> addLine(state.leases.find(e.leaseId()), holdings);
      default -> {}
    }
  }

  /** What a lease does with its money or its life shows in its ancestors. */
  private static void addLine(@Nullable Holding holding, Set<Holding> holdings) {
    for (Holding next = holding; next != null; next = next.parent()) {
      holdings.add(next);
    }
  }

  /** A new fencing token shows in the fence paths below it. */
  private static void addDescendants(@Nullable Holding holding, Set<Holding> holdings) {
    Specials special = holding == null ? null : holding.specialsOrNull();
    if (special != null) {
      for (Holding child : special.children) {
        holdings.add(child);
        addDescendants(child, holdings);
      }
    }
  }
}
