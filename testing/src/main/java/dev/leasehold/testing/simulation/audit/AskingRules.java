package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.EXTENSIONS_ARE_APPROVED;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IS_CONSERVED;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.books.AskedMore;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Units;
import java.util.Arrays;

/** Checks requests for more budget and for more time, and what admins decide. */
final class AskingRules {

  /** Open requests that a lease may have. */
  static final int MOST_OPEN = 3;

  /** Open requests that a holder may have under all its leases. */
  static final int MOST_OPEN_OF_HOLDER = 20;

  private final Ledger ledger;
  private final EventRules rules;

  AskingRules(Ledger ledger, EventRules rules) {
    this.ledger = ledger;
    this.rules = rules;
  }

  void checkRequested(ApprovalEvent.MoreRequested e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    needs(
        cause.command() instanceof ApprovalCommand.RequestMore asked
            && asked.leaseId().equals(entry.id)
            && asked.amounts().equals(e.amounts())
            && asked.requestId().equals(e.request().requestId())
            && cause.isBy(entry),
        e);
    LeaseAccount account = entry.account;
    unless(
        account != null
            && account.parent == null
            && ledger.money.asking.openOf(entry) < MOST_OPEN
            && ledger.money.asking.openOfHolder(entry) < MOST_OPEN_OF_HOLDER
            && (entry.isInGrace()
                || (entry.isActive() && entry.delayed == null && e.tick() < entry.endTick())),
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
    rules.checkFirstEffect(e.request(), e);
  }

  private AskedMore open(long id, Entry entry, Event e) {
    AskedMore asked = ledger.money.asking.find(Long.toString(id));
    if (asked == null || !asked.isOpen() || asked.entry != entry) {
      throw new AuditFailure(NO_CHANGE_WITHOUT_CAUSE, e + " of a request that is not open");
    }
    return asked;
  }

  /** The lease gets exactly what was asked for, and the pool exactly what it lacks for that. */
  void checkApproved(ApprovalEvent.MoreApproved e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    AskedMore asked = open(e.requested(), entry, e);
    needs(
        cause.command() instanceof ApprovalCommand.ApproveRequest c
            && c.id().equals(Long.toString(e.requested()))
            && c.reason().equals(e.reason())
            && cause.actor().equals(e.by())
            && cause.isAdmin()
            && asked.ttlNanos == 0,
        e);
    LeaseAccount account = entry.account;
    if (account == null) {
      throw new AuditFailure(MONEY_IS_CONSERVED, e + " on " + entry + ", which has no budget");
    }
    long[] there = Units.sum(account.pool.free, Units.of(e.deposited()));
    long[] lacking = Units.lacking(account.pool.free, asked.amounts);
    unless(
        account.pool.open
            && Arrays.equals(Units.of(e.amounts()), asked.amounts)
            && Arrays.equals(Units.of(e.deposited()), lacking)
            && Units.covers(there, asked.amounts),
        MONEY_IS_CONSERVED,
        "%s, and %s is free",
        e,
        Arrays.toString(account.pool.free));
    long end = Math.min(e.tick() + entry.ttlNanos, entry.latestDeadline());
    unless(
        entry.isActive()
            ? e.deadlineTick() == entry.deadline
            : entry.isInGrace() && e.deadlineTick() == end && end > e.tick(),
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
  }

  void checkDeclined(Event.OfLease e, long requested, String reason, String by, Cause cause) {
    AskedMore asked = open(requested, ledger.known(e.leaseId()), e);
    needs(
        cause.command() instanceof ApprovalCommand.DeclineRequest c
            && c.id().equals(Long.toString(requested))
            && c.reason().equals(reason)
            && cause.actor().equals(by)
            && cause.isAdmin()
            && (asked.ttlNanos > 0) == (e instanceof ApprovalEvent.ExtensionDeclined),
        e);
  }

  void checkExtensionRequested(ApprovalEvent.ExtensionRequested e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof ApprovalCommand.RequestExtension asked
            && asked.leaseId().equals(entry.id)
            && asked.ttlNanos() == e.ttlNanos()
            && asked.requestId().equals(e.request().requestId())
            && cause.isBy(entry),
        e);
    unless(
        ledger.money.asking.openOf(entry) < MOST_OPEN
            && ledger.money.asking.openOfHolder(entry) < MOST_OPEN_OF_HOLDER,
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
    unless(
        entry.facts.extensions() && entry.deadline + e.ttlNanos() <= entry.latestDeadline(),
        EXTENSIONS_ARE_APPROVED,
        "%s of %s",
        e,
        entry);
    rules.checkFirstEffect(e.request(), e);
  }

  /** The end moves by what was approved, at most by what was asked for, and passes no cap. */
  void checkExtended(ApprovalEvent.ExtensionApproved e, Cause cause) {
    Entry entry = rules.usable(e);
    AskedMore asked = open(e.requested(), entry, e);
    needs(
        cause.command() instanceof ApprovalCommand.ApproveRequest c
            && c.id().equals(Long.toString(e.requested()))
            && c.reason().equals(e.reason())
            && e.ttlNanos() == (c.ttlNanos() == 0 ? asked.ttlNanos : c.ttlNanos())
            && cause.actor().equals(e.by())
            && cause.isAdmin(),
        e);
    unless(
        e.ttlNanos() > 0
            && e.ttlNanos() <= asked.ttlNanos
            && e.deadlineTick() == entry.deadline + e.ttlNanos()
            && e.deadlineTick() <= entry.latestDeadline(),
        EXTENSIONS_ARE_APPROVED,
        "%s of %s, which asked for %d",
        e,
        entry,
        asked.ttlNanos);
  }
}
