package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.EPOCHS_NEVER_FALL;
import static dev.leasehold.testing.simulation.audit.Invariant.IDS_ARE_NEVER_USED_TWICE;
import static dev.leasehold.testing.simulation.audit.Invariant.OTHERS_SEE_AN_OUTLINE;
import static dev.leasehold.testing.simulation.audit.Invariant.QUESTIONS_COME_ONCE_A_MINUTE;
import static dev.leasehold.testing.simulation.audit.Invariant.RENEWALS_ONLY_EXTEND;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;

/** Checks the events of a lease in use: renew, beat, advance, hand on. */
final class UseRules {

  private final Ledger ledger;
  private final EventRules rules;
  private final GrantRules grants;

  UseRules(Ledger ledger, EventRules rules, GrantRules grants) {
    this.ledger = ledger;
    this.rules = rules;
    this.grants = grants;
  }

  void checkRenewed(LeaseEvent.Renewed e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof LeaseCommand.Renew asked
            && asked.leaseId().equals(entry.id)
            && cause.isBy(entry)
            && e.ttlNanos() == (asked.ttlNanos() == 0 ? entry.ttlNanos : asked.ttlNanos()),
        e);
    unless(
        entry.facts.renewable()
            && e.deadlineTick() > entry.deadline
            && e.deadlineTick() == Math.min(e.tick() + e.ttlNanos(), entry.latestDeadline())
            && e.renewalCount() == entry.renewals + 1
            && (entry.maxRenewals < 0 || e.renewalCount() <= entry.maxRenewals),
        RENEWALS_ONLY_EXTEND,
        "%s after %d renewals by %s",
        entry,
        entry.renewals,
        e);
    rules.checkFirstEffect(e.request(), e);
  }

  void checkBeaten(LeaseEvent.HeartbeatReceived e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof LeaseCommand.Heartbeat asked
            && asked.leaseId().equals(entry.id)
            && cause.isBy(entry),
        e);
    rules.checkFirstEffect(e.request(), e);
  }

  void checkAsked(LeaseEvent.Asked e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    needs(
        cause.command() instanceof LeaseCommand.Ask asked
            && asked.leaseId().equals(entry.id)
            && asked.note().equals(e.note())
            && cause.actor().equals(e.asker())
            && !e.asker().equals(entry.holder())
            && entry.lives(),
        e);
    unless(
        ledger.nextQuestionTick(e.asker(), entry.id) <= e.tick(),
        QUESTIONS_COME_ONCE_A_MINUTE,
        "%s after %s",
        e,
        ledger.asked);
    unless(
        cause.hasAccessTo(entry) && (cause.seesWhole(entry) || ledger.config.showsOthers()),
        OTHERS_SEE_AN_OUTLINE,
        "%s does not see %s, and asks for it",
        e.asker(),
        entry);
    rules.checkFirstEffect(e.request(), e);
    unless(
        cause.seesWhole(entry) || ledger.config.showsOthers(),
        OTHERS_SEE_AN_OUTLINE,
        "%s asked for what it may not see",
        e);
  }

  void checkAdvanced(LeaseEvent.Advanced e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof LeaseCommand.Advance asked
            && asked.leaseId().equals(entry.id)
            && cause.isBy(entry),
        e);
    unless(
        entry.exclusive
            && cause.command() instanceof LeaseCommand.Advance asked
            && asked.expectedEpoch() == entry.epoch,
        EPOCHS_NEVER_FALL,
        "%s advances %s",
        cause.command(),
        entry);
    grants.checkEpoch(
        entry.facts.epochsLast(), true, Ledger.resource(entry), entry.epoch + 1, e.epoch(), e);
    rules.checkFirstEffect(e.request(), e);
  }

  void checkTransferred(LeaseEvent.Transferred e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof LeaseCommand.Transfer asked
            && asked.leaseId().equals(entry.id)
            && asked.newLeaseId().equals(e.newLeaseId())
            && asked.toHolder().equals(e.toHolder())
            && cause.isBy(entry),
        e);
    unless(
        entry.account == null && entry.place == null, TRANSITIONS_ARE_LEGAL, "%s of %s", e, entry);
    unless(ledger.find(e.newLeaseId()) == null, IDS_ARE_NEVER_USED_TWICE, "%s was there before", e);
    grants.checkToken(e);
    grants.checkEpoch(
        entry.facts.epochsLast(),
        entry.exclusive,
        Ledger.resource(entry),
        entry.exclusive ? entry.epoch + 1 : entry.epoch,
        e.epoch(),
        e);
    rules.checkFirstEffect(e.request(), e);
  }
}
