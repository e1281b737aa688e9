package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.AT_MOST_ONE_HOLDER;
import static dev.leasehold.testing.simulation.audit.Invariant.CHILDREN_ARE_NARROWER;
import static dev.leasehold.testing.simulation.audit.Invariant.EPOCHS_NEVER_FALL;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_JUMPS_THE_QUEUE;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_WAIT_IS_NEEDLESS;
import static dev.leasehold.testing.simulation.audit.Invariant.SETTINGS_ARE_OBEYED;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;
import static dev.leasehold.testing.simulation.audit.Invariant.WAITS_END_IN_TIME;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Place;
import dev.leasehold.testing.simulation.books.QueueModel;
import dev.leasehold.testing.simulation.books.Requests;
import dev.leasehold.testing.simulation.books.Want;
import java.util.List;

/** Conversions: a stronger mode is a grant, ahead of all acquires; a weaker one is a gift. */
final class ConversionRules {

  private final Ledger ledger;
  private final EventRules rules;
  private final GrantRules grants;
  private final QueueModel queue;

  ConversionRules(Ledger ledger, EventRules rules, GrantRules grants) {
    this.ledger = ledger;
    this.rules = rules;
    this.grants = grants;
    this.queue = new QueueModel(ledger);
  }

  /** The wish of a lease for exclusive mode, from its place in the queue or from a new one. */
  static Want want(Entry entry, long position, long tick) {
    Place place = entry.place;
    return new Want(
        entry.party,
        entry.space,
        entry.mask,
        true,
        entry,
        place == null ? new Place(position, tick, tick, 0, true) : place);
  }

  void checkConverted(LeaseEvent.Converted e, Cause cause) {
    Entry entry = rules.active(e);
    Place place = entry.place;
    boolean fromQueue = place != null && e.request().caller().isEmpty();
    if (!fromQueue
        && cause.command() instanceof LeaseCommand.Convert asked
        && asked.leaseId().equals(entry.id)) {
      needs(asked.mode() == e.mode() && cause.isBy(entry), e);
      rules.checkFirstEffect(e.request(), e);
    } else {
      needs(place != null && e.mode() == Mode.EXCLUSIVE, e);
    }
    if (e.mode() == Mode.SHARED) {
      unless(e.epoch() == entry.epoch, EPOCHS_NEVER_FALL, "%s of %s", e, entry);
      boolean exclusiveChild =
          entry.children.stream().anyMatch(child -> child.blocks() && child.exclusive);
      unless(!exclusiveChild, CHILDREN_ARE_NARROWER, "%s of %s", e, entry);
      return;
    }
    unless(
        place == null || e.tick() < place.deadlineTick(), WAITS_END_IN_TIME, "%s of %s", e, entry);
    Want want = want(entry, e.position(), e.tick());
    List<Entry> held = queue.leasesInTheWay(want);
    unless(held.isEmpty(), AT_MOST_ONE_HOLDER, "%s beside %s", e, held);
    List<Entry> ahead = queue.waitersAhead(want, e.tick());
    unless(ahead.isEmpty(), NOBODY_JUMPS_THE_QUEUE, "%s before %s", e, ahead);
    unless(
        entry.parent == null || entry.parent.exclusive,
        CHILDREN_ARE_NARROWER,
        "%s of %s",
        e,
        entry);
    grants.checkToken(e);
    grants.checkEpoch(
        entry.facts.epochsLast(), true, Ledger.resource(entry), entry.epoch + 1, e.epoch(), e);
  }

  void checkQueued(LeaseEvent.ConversionQueued e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof LeaseCommand.Convert asked
            && asked.leaseId().equals(entry.id)
            && asked.mode() == Mode.EXCLUSIVE
            && asked.waitNanos() > 0
            && e.waitDeadlineTick() == e.tick() + asked.waitNanos()
            && cause.isBy(entry),
        e);
    unless(ledger.config.mayWait(1), SETTINGS_ARE_OBEYED, "%s of %s", e, entry);
    unless(entry.place == null && !entry.exclusive, TRANSITIONS_ARE_LEGAL, "%s of %s", e, entry);
    List<Entry> inTheWay = queue.inTheWay(want(entry, e.position(), e.tick()), e.tick());
    unless(
        !inTheWay.isEmpty()
            && inTheWay.stream().noneMatch(other -> other.party.equals(entry.party)),
        NO_WAIT_IS_NEEDLESS,
        "%s waits for %s",
        e,
        inTheWay);
    rules.checkFirstEffect(e.request(), e);
  }

  void checkFailed(LeaseEvent.ConversionFailed e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    Place place = entry == null ? null : entry.place;
    if (entry == null || place == null || !place.conversion()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + " of " + entry);
    }
    boolean deserved =
        switch (e.reason()) {
          case EndRules.TIMEOUT -> e.tick() >= place.deadlineTick();
          case EndRules.CANCELLED ->
              Requests.leaseOf(cause.command()).equals(entry.id)
                  && (cause.command() instanceof LeaseCommand.Release
                      || (cause.command() instanceof LeaseCommand.Convert asked
                          && asked.mode() == Mode.SHARED))
                  && cause.isBy(entry);
          default -> AskedEnds.isGivenUp(e.reason(), entry, cause);
        };
    unless(deserved, WAITS_END_IN_TIME, "%s of %s by %s", e, entry, cause.command());
  }
}
