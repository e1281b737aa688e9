package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.testing.simulation.Wishes;
import java.util.List;

/** Moves everything to the new lease that a transfer hands on: rule 16 of the design. */
final class Transfers {

  private Transfers() {}

  /** A new lease with the old one's terms, and with nothing yet that time has made of it. */
  static Entry successor(Entry old, LeaseEvent.Transferred e) {
    Claim.RareTerms rare =
        new Claim.RareTerms(old.heartbeatNanos, old.authority, "", Amounts.NONE, "", "", 0);
    Claim claim =
        new Claim(
            e.newLeaseId(),
            false,
            old.facts.name(),
            old.facts.version(),
            old.space,
            Wishes.scopeOf(old.patterns),
            old.exclusive ? Mode.EXCLUSIVE : Mode.SHARED,
            e.toHolder(),
            "",
            old.ttlNanos,
            old.maxRenewals,
            old.labels,
            e.request(),
            rare);
    return new Entry(claim, old.facts, old.patterns, e.position());
  }

  static void handOn(Entry old, Entry next, long tick) {
    next.state = Entry.ACTIVE;
    next.last(old.deadline, tick);
    next.renewals = old.renewals;
    next.announced = old.announced;
    next.reminded = old.reminded;
    next.promisedTrueNanos = old.promisedTrueNanos;
    next.parent = old.parent;
    if (old.parent != null) {
      old.parent.children.add(next);
    }
    for (Entry child : List.copyOf(old.children)) {
      child.parent = next;
      next.children.add(child);
    }
    old.children.clear();
  }
}
