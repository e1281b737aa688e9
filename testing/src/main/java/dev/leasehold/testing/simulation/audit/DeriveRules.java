package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.AT_MOST_ONE_HOLDER;
import static dev.leasehold.testing.simulation.audit.Invariant.CHILDREN_ARE_NARROWER;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_OVERSPENDS;
import static dev.leasehold.testing.simulation.audit.Invariant.POLICIES_CHANGE_LATER_GRANTS_ONLY;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Units;
import dev.leasehold.testing.simulation.books.Universe;

/** A lease out of another: narrower, no dearer, and beside its siblings by the ordinary rule. */
final class DeriveRules {

  private final Ledger ledger;

  DeriveRules(Ledger ledger) {
    this.ledger = ledger;
  }

  void check(LeaseEvent.Granted e, Cause cause) {
    Claim claim = e.claim();
    Entry parent = ledger.find(claim.rare().parentId());
    if (parent == null || !parent.isActive() || parent.delayed != null) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + " out of " + parent);
    }
    needs(
        cause.command() instanceof LeaseCommand.Derive asked
            && asked.parentId().equals(parent.id)
            && asked.childId().equals(claim.leaseId())
            && asked.holder().equals(claim.holder())
            && asked.session().equals(claim.session())
            && asked.requestId().equals(claim.request().requestId())
            && claim.ttlNanos()
                == Math.min(
                    asked.ttlNanos() == 0 ? parent.ttlNanos : asked.ttlNanos(),
                    Math.min(parent.deadline, parent.latestDeadline()) - e.tick())
            && asked.budget().equals(e.budget())
            && cause.isBy(parent),
        e);
    long mask = Universe.maskOf(claim.space(), claim.scope().patternTexts());
    boolean exclusive = claim.mode() == Mode.EXCLUSIVE;
    unless(
        (mask & ~parent.mask) == 0
            && claim.space().equals(parent.space)
            && (parent.exclusive || !exclusive)
            && Authorities.isWithin(claim.rare().authority(), parent.authority)
            && e.deadlineTick() == e.tick() + claim.ttlNanos()
            && e.deadlineTick() <= Math.min(parent.deadline, parent.latestDeadline()),
        CHILDREN_ARE_NARROWER,
        "%s out of %s",
        e,
        parent);
    unless(
        claim.policy().equals(parent.facts.name())
            && claim.policyVersion() == parent.facts.version(),
        POLICIES_CHANGE_LATER_GRANTS_ONLY,
        "%s out of %s",
        e,
        parent);
    checkSiblings(parent, mask, exclusive, e);
    long[] rest = parent.account == null ? Units.none() : parent.account.rest;
    unless(Units.covers(rest, Units.of(e.budget())), NOBODY_OVERSPENDS, "%s out of %s", e, parent);
  }

  private void checkSiblings(Entry parent, long mask, boolean exclusive, Event e) {
    for (Entry lease : ledger.living()) {
      unless(
          !lease.blocks()
              || parent.isWithin(lease)
              || (mask & lease.mask) == 0
              || !lease.space.equals(parent.space)
              || !(exclusive || lease.exclusive),
          AT_MOST_ONE_HOLDER,
          "%s beside %s",
          e,
          lease);
    }
  }
}
