package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.AT_MOST_ONE_HOLDER;
import static dev.leasehold.testing.simulation.audit.Invariant.A_RESTORE_GIVES_NOTHING_TWICE;
import static dev.leasehold.testing.simulation.audit.Invariant.A_RIGHT_TO_SPEND_HAS_AN_AMOUNT;
import static dev.leasehold.testing.simulation.audit.Invariant.EPOCHS_NEVER_FALL;
import static dev.leasehold.testing.simulation.audit.Invariant.IDS_ARE_NEVER_USED_TWICE;
import static dev.leasehold.testing.simulation.audit.Invariant.LEASES_FALL_WITH_THEIR_TOKEN;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_JUMPS_THE_QUEUE;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_OVERSPENDS;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_WAIT_IS_NEEDLESS;
import static dev.leasehold.testing.simulation.audit.Invariant.ONE_BUDGET_FOR_EACH_HOLDER;
import static dev.leasehold.testing.simulation.audit.Invariant.POLICIES_CHANGE_LATER_GRANTS_ONLY;
import static dev.leasehold.testing.simulation.audit.Invariant.SETTINGS_ARE_OBEYED;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;
import static dev.leasehold.testing.simulation.audit.Invariant.WAITS_END_IN_TIME;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Lost;
import dev.leasehold.testing.simulation.books.Place;
import dev.leasehold.testing.simulation.books.PolicyFacts;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.QueueModel;
import dev.leasehold.testing.simulation.books.Units;
import dev.leasehold.testing.simulation.books.Universe;
import dev.leasehold.testing.simulation.books.Want;
import java.util.Arrays;
import java.util.List;

/** Grants, at once, from the queue or out of another lease; and places in the queue. */
final class GrantRules {

  private final Ledger ledger;
  private final EventRules rules;
  private final QueueModel queue;
  private final Lost lost;
  private final DeriveRules derivations;

  GrantRules(Ledger ledger, EventRules rules, Lost lost) {
    this.ledger = ledger;
    this.rules = rules;
    this.queue = new QueueModel(ledger);
    this.lost = lost;
    this.derivations = new DeriveRules(ledger);
  }

  void checkGranted(LeaseEvent.Granted e, Cause cause) {
    checkNew(e.claim(), e);
    if (!e.claim().rare().parentId().isEmpty()) {
      derivations.check(e, cause);
    } else if (cause.command() instanceof LeaseCommand.Acquire asked) {
      checkClaim(e.claim(), asked, cause, e);
      checkFree(want(e.claim(), asked, e.position(), e.tick()), e.tick(), e.leaseId());
      checkDeadline(e.claim().rare(), e.claim().ttlNanos(), e.deadlineTick(), e);
      checkBudget(e.claim(), e.budget());
    } else {
      needs(false, e);
    }
    checkToken(e);
    checkEpoch(
        ledger.policy(e.claim().policy(), e.claim().policyVersion()).epochsLast(),
        e.claim().mode() == Mode.EXCLUSIVE,
        resource(e.claim()),
        0,
        e.epoch(),
        e);
  }

  private void checkNew(Claim claim, Event e) {
    unless(
        ledger.find(claim.leaseId()) == null
            && !(claim.callersId() && ledger.isUsed(claim.leaseId())),
        IDS_ARE_NEVER_USED_TWICE,
        "%s was there before",
        claim.leaseId());
    rules.checkFirstEffect(claim.request(), e);
  }

  static String resource(Claim claim) {
    return Ledger.resource(
        claim.space(), Universe.canonical(claim.space(), claim.scope().patternTexts()));
  }

  static Want want(Claim claim, LeaseCommand.Acquire asked, long position, long tick) {
    return want(asked, new Party(claim.holder(), claim.session()), position, tick);
  }

  static Want want(LeaseCommand.Acquire asked, Party party, long position, long tick) {
    return new Want(
        party,
        asked.space(),
        Universe.maskOf(asked.space(), asked.scope().patternTexts()),
        asked.mode() == Mode.EXCLUSIVE,
        null,
        new Place(position, tick, tick + asked.rare().waitNanos(), asked.rare().priority(), false));
  }

  private void checkClaim(Claim claim, LeaseCommand.Acquire asked, Cause cause, Event e) {
    PolicyFacts facts = ledger.policy(claim.policy(), claim.policyVersion());
    LeaseCommand.RareTerms options = asked.rare();
    long beat = options.heartbeatNanos() == 0 ? facts.heartbeatNanos() : options.heartbeatNanos();
    needs(
        asked.leaseId().equals(claim.leaseId())
            && asked.callersId() == claim.callersId()
            && asked.policy().equals(claim.policy())
            && asked.space().equals(claim.space())
            && asked.mode() == claim.mode()
            && Universe.canonical(claim.space(), asked.scope().patternTexts())
                .equals(claim.scope().patternTexts())
            && asked.holder().equals(claim.holder())
            && asked.session().equals(claim.session())
            && asked.labels().equals(claim.labels())
            && cause.actor().equals(claim.request().caller())
            && asked.requestId().equals(claim.request().requestId())
            && (asked.ttlNanos() == 0 || claim.ttlNanos() == asked.ttlNanos())
            && facts.modes().contains(claim.mode())
            && claim.rare().heartbeatNanos() == beat
            && claim.rare().budget().equals(options.budget())
            && claim.rare().pool().equals(options.pool()),
        e);
    checkSettings(claim, asked, facts);
    unless(
        facts.equals(ledger.newestPolicy(claim.policy())),
        POLICIES_CHANGE_LATER_GRANTS_ONLY,
        "%s has version %d",
        claim.leaseId(),
        claim.policyVersion());
    boolean bound = !options.budget().isNothing() && !cause.caller().pool().isEmpty();
    unless(
        claim.rare().tokenId().equals(bound ? cause.caller().tokenId() : "")
            && claim.rare().tokenDeadlineTick() == (bound ? cause.caller().tokenDeadlineTick() : 0),
        LEASES_FALL_WITH_THEIR_TOKEN,
        "%s is drawn by %s",
        claim,
        cause.caller());
  }

  private void checkSettings(Claim claim, LeaseCommand.Acquire asked, PolicyFacts facts) {
    boolean usualTtl =
        asked.ttlNanos() != 0 || claim.ttlNanos() == ledger.config.defaultTtlNanos(facts);
    boolean usualRenewals =
        !facts.name().equals("file")
            || ledger.config.isRenewals(claim.maxRenewals(), asked.maxRenewals());
    unless(
        usualTtl && usualRenewals && ledger.config.mayWait(asked.rare().waitNanos()),
        SETTINGS_ARE_OBEYED,
        "%s for %s",
        claim,
        asked);
  }

  private void checkFree(Want want, long tick, String id) {
    List<Entry> held = queue.leasesInTheWay(want);
    unless(held.isEmpty(), AT_MOST_ONE_HOLDER, "%s beside %s", id, held);
    List<Entry> ahead = queue.waitersAhead(want, tick);
    unless(ahead.isEmpty(), NOBODY_JUMPS_THE_QUEUE, "%s before %s", id, ahead);
  }

  private static void checkDeadline(Claim.RareTerms rare, long ttl, long deadline, Event e) {
    long end = e.tick() + ttl;
    unless(
        deadline == (rare.tokenDeadlineTick() == 0 ? end : Math.min(end, rare.tokenDeadlineTick())),
        LEASES_FALL_WITH_THEIR_TOKEN,
        "%s until %d",
        e,
        deadline);
  }

  void checkToken(Event e) {
    unless(
        e.position() > lost.highestToken(),
        A_RESTORE_GIVES_NOTHING_TWICE,
        "%s, though %d was given",
        e,
        lost.highestToken());
  }

  /** Every epoch begins at 0 and goes on by one; a lasting one rises in any case. */
  void checkEpoch(
      boolean lasting, boolean exclusive, String resource, long otherwise, long epoch, Event e) {
    if (!lasting || !exclusive) {
      unless(epoch == otherwise, EPOCHS_NEVER_FALL, "%s, not %d", e, otherwise);
      return;
    }
    unless(
        ledger.mayLeap(resource)
            ? epoch > ledger.lastEpoch(resource)
            : epoch == ledger.lastEpoch(resource) + 1,
        EPOCHS_NEVER_FALL,
        "%s after %d",
        e,
        ledger.lastEpoch(resource));
    unless(
        epoch > lost.lastEpoch(resource),
        A_RESTORE_GIVES_NOTHING_TWICE,
        "%s after %d",
        e,
        lost.lastEpoch(resource));
  }

  /** Checks that a grant gets what it asked for or all that is free, and something of each unit. */
  private void checkBudget(Claim claim, Amounts granted) {
    PolicyFacts facts = ledger.policy(claim.policy(), claim.policyVersion());
    if (claim.rare().budget().isNothing()) {
      unless(granted.isNothing(), NOBODY_OVERSPENDS, "%s was not asked for", granted);
      unless(!facts.isBudget(), A_RIGHT_TO_SPEND_HAS_AN_AMOUNT, "%s has none", claim.leaseId());
      return;
    }
    PoolBook pool = ledger.money.pool(claim.rare().pool());
    long[] asked = Units.of(claim.rare().budget());
    unless(
        pool != null
            && pool.open
            && Units.hasSomeOfEach(pool.free, asked)
            && Arrays.equals(Units.least(asked, pool.free), Units.of(granted)),
        NOBODY_OVERSPENDS,
        "%s of %s is granted to %s",
        granted,
        claim.rare(),
        claim.leaseId());
    checkOneBudget(facts, claim.holder());
  }

  private void checkOneBudget(PolicyFacts facts, String holder) {
    for (Entry other : ledger.living()) {
      unless(
          !facts.isBudget()
              || !other.facts.isBudget()
              || other.account == null
              || other.parent != null
              || !other.holder().equals(holder),
          ONE_BUDGET_FOR_EACH_HOLDER,
          "%s has %s",
          holder,
          other);
    }
  }

  void checkQueued(LeaseEvent.Queued e, Cause cause) {
    Claim claim = e.claim();
    checkNew(claim, e);
    if (!(cause.command() instanceof LeaseCommand.Acquire asked)) {
      needs(false, e);
      return;
    }
    checkClaim(claim, asked, cause, e);
    Want want = want(claim, asked, e.position(), e.tick());
    List<Entry> inTheWay = queue.inTheWay(want, e.tick());
    unless(
        !inTheWay.isEmpty()
            && inTheWay.stream().noneMatch(other -> other.party.equals(want.party())),
        NO_WAIT_IS_NEEDLESS,
        "%s waits for %s",
        e,
        inTheWay);
    unless(
        asked.rare().waitNanos() > 0
            && e.waitDeadlineTick() == e.tick() + asked.rare().waitNanos()
            && e.priority() == asked.rare().priority(),
        WAITS_END_IN_TIME,
        "%s was asked for with %s",
        e,
        asked.rare());
  }

  void checkGrantedFromQueue(LeaseEvent.GrantedFromQueue e) {
    Entry entry = ledger.find(e.leaseId());
    Place place = entry == null ? null : entry.place;
    if (entry == null || place == null || !entry.isPending()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + " of " + entry);
    }
    unless(e.tick() < place.deadlineTick(), WAITS_END_IN_TIME, "%s of %s", e, entry);
    checkFree(Want.of(entry, place), e.tick(), entry.id);
    checkToken(e);
    checkEpoch(entry.facts.epochsLast(), entry.exclusive, Ledger.resource(entry), 0, e.epoch(), e);
    unless(
        e.deadlineTick() == Math.min(e.tick() + entry.ttlNanos, entry.latestDeadline()),
        LEASES_FALL_WITH_THEIR_TOKEN,
        "%s of %s",
        e,
        entry);
    checkBudgetFromQueue(e, entry);
  }

  private void checkBudgetFromQueue(LeaseEvent.GrantedFromQueue e, Entry entry) {
    PoolBook pool = ledger.money.pool(entry.pool);
    if (Units.isNothing(entry.requested)) {
      unless(e.budget().isNothing(), NOBODY_OVERSPENDS, "%s of %s", e, entry);
      return;
    }
    unless(
        pool != null
            && pool.open
            && Units.hasSomeOfEach(pool.free, entry.requested)
            && Arrays.equals(Units.least(entry.requested, pool.free), Units.of(e.budget())),
        NOBODY_OVERSPENDS,
        "%s of %s",
        e,
        entry);
    checkOneBudget(entry.facts, entry.holder());
  }
}
