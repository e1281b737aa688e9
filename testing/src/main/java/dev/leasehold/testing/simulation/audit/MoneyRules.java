package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IS_CONSERVED;
import static dev.leasehold.testing.simulation.audit.Invariant.NOBODY_OVERSPENDS;
import static dev.leasehold.testing.simulation.audit.Invariant.NOTICES_ARE_TOLD;
import static dev.leasehold.testing.simulation.audit.Invariant.OVERDRAFTS_ARE_REPORTED;
import static dev.leasehold.testing.simulation.audit.Invariant.RESERVATIONS_END_ONCE;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Units;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Checks the events that move the money of a lease. */
final class MoneyRules {

  private static final long DEFAULT_TIMEOUT_NANOS = 600_000_000_000L;

  private final Ledger ledger;
  private final EventRules rules;

  MoneyRules(Ledger ledger, EventRules rules) {
    this.ledger = ledger;
    this.rules = rules;
  }

  private Entry known(Event.OfLease e) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + " on an unknown lease");
    }
    return entry;
  }

  private static LeaseAccount account(Entry entry, Event e) {
    LeaseAccount account = entry.account;
    if (account == null) {
      throw new AuditFailure(MONEY_IS_CONSERVED, e + " on " + entry + ", which has no budget");
    }
    return account;
  }

  void checkSpent(BudgetEvent.Spent e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof BudgetCommand.Spend asked
            && asked.leaseId().equals(entry.id)
            && asked.amounts().equals(e.amounts())
            && asked.labels().equals(e.labels())
            && asked.requestId().equals(e.request().requestId())
            && cause.isBy(entry),
        e);
    checkRest(account(entry, e), e.amounts(), e);
    rules.checkFirstEffect(e.request(), e);
  }

  private static void checkRest(LeaseAccount account, Amounts wanted, Event e) {
    unless(
        Units.covers(account.rest, Units.of(wanted)),
        NOBODY_OVERSPENDS,
        "%s, and the rest is %s",
        e,
        Arrays.toString(account.rest));
  }

  void checkReserved(BudgetEvent.Reserved e, Cause cause) {
    Entry entry = rules.usable(e);
    needs(
        cause.command() instanceof BudgetCommand.Reserve asked
            && asked.leaseId().equals(entry.id)
            && asked.amounts().equals(e.amounts())
            && asked.labels().equals(e.labels())
            && asked.requestId().equals(e.request().requestId())
            && e.deadlineTick()
                == e.tick()
                    + (asked.timeoutNanos() == 0 ? DEFAULT_TIMEOUT_NANOS : asked.timeoutNanos())
            && (cause.original() instanceof BudgetCommand.ReserveFor shown
                ? cause.isGateway() && shown.ipTokenId().equals(entry.ipToken)
                : cause.isBy(entry)),
        e);
    LeaseAccount account = account(entry, e);
    String id = e.request().requestId();
    unless(
        !account.holds.containsKey(id) && !account.over.containsKey(id),
        RESERVATIONS_END_ONCE,
        "%s was there before",
        e);
    checkRest(account, e.amounts(), e);
    rules.checkFirstEffect(e.request(), e);
  }

  void checkAdjusted(BudgetEvent.Adjusted e, Cause cause) {
    Entry entry = known(e);
    needs(
        cause.command() instanceof BudgetCommand.Adjust asked
            && asked.leaseId().equals(entry.id)
            && asked.reservationId().equals(e.reservationId())
            && asked.amounts().equals(e.amounts())
            && cause.isBy(entry),
        e);
    LeaseAccount.Hold hold = hold(account(entry, e), e.reservationId(), e);
    long[] usable =
        Units.sum(hold.amounts(), entry.isActive() ? hold.account().rest : Units.none());
    unless(
        Units.covers(usable, Units.of(e.amounts())),
        NOBODY_OVERSPENDS,
        "%s, and there is %s",
        e,
        Arrays.toString(usable));
    rules.checkFirstEffect(e.request(), e);
  }

  /** An end tells what was granted and spent, and gives back what is left. */
  static void checkBudgetEnd(Event e, BudgetEnd told, @Nullable LeaseAccount account) {
    unless(
        account == null
            ? told.equals(BudgetEnd.NONE)
            : Arrays.equals(Units.of(told.granted()), account.granted)
                && Arrays.equals(Units.of(told.spent()), account.spent)
                && Arrays.equals(Units.of(told.returned()), account.rest),
        MONEY_IS_CONSERVED,
        "%s tells of other money than there is",
        e);
  }

  private static LeaseAccount.Hold hold(LeaseAccount account, String id, Event e) {
    LeaseAccount.Hold hold = account.holds.get(id);
    if (hold == null) {
      throw new AuditFailure(RESERVATIONS_END_ONCE, e + ", and no such reservation is open");
    }
    return hold;
  }

  void checkSettled(BudgetEvent.Settled e, Cause cause) {
    Entry entry = known(e);
    LeaseAccount.Hold hold = hold(account(entry, e), e.reservationId(), e);
    boolean free = e.spent().isNothing();
    boolean deserved =
        switch (e.how()) {
          case SETTLED ->
              cause.command() instanceof BudgetCommand.Settle asked
                  && asked.leaseId().equals(entry.id)
                  && asked.reservationId().equals(e.reservationId())
                  && asked.amounts().equals(e.spent())
                  && mayEnd(cause, entry, e.reservationId(), e)
                  && e.tick() < hold.deadlineTick();
          case CANCELLED ->
              cause.command() instanceof BudgetCommand.Cancel asked
                  && asked.leaseId().equals(entry.id)
                  && asked.reservationId().equals(e.reservationId())
                  && mayEnd(cause, entry, e.reservationId(), e)
                  && free
                  && e.tick() < hold.deadlineTick();
          case TIMED_OUT -> free && e.tick() >= hold.deadlineTick();
          case RESTORED -> free && cause.command() instanceof AdminCommand.Restore;
        };
    unless(deserved, RESERVATIONS_END_ONCE, "%s of %s by %s", e, entry, cause.command());
    long[] usable =
        Units.sum(hold.amounts(), entry.isActive() ? hold.account().rest : Units.none());
    unless(
        Units.covers(usable, Units.of(e.spent())),
        NOBODY_OVERSPENDS,
        "%s, and there is %s",
        e,
        Arrays.toString(usable));
  }

  /** A reservation is ended by whoever has made it: the holder, or a gateway. */
  private boolean mayEnd(Cause cause, Entry entry, String reservationId, Event e) {
    return (cause.isGateway() || cause.isBy(entry))
        && ledger.requests.hasMade(cause.actor(), reservationId, entry, e.tick());
  }

  void checkThreshold(BudgetEvent.ThresholdReached e) {
    Entry entry = rules.active(e);
    LeaseAccount account = account(entry, e);
    int unit = Units.NAMES.indexOf(e.unit());
    Integer due = ledger.money.thresholds.get(entry.id + " " + e.unit());
    unless(
        due != null
            && due == e.percent()
            && account.spent[unit] == e.spent()
            && account.granted[unit] == e.granted(),
        NOTICES_ARE_TOLD,
        "%s of %s, due is %s",
        e,
        entry,
        due);
  }

  /** A late report is kept once, and only of a reservation that nobody settled. */
  void checkOverrun(BudgetEvent.OverrunReported e, Cause cause) {
    Entry entry = known(e);
    LeaseAccount account = account(entry, e);
    unless(
        !account.holds.containsKey(e.reservationId())
            && account.over.get(e.reservationId()) instanceof LeaseAccount.Over over
            && (over.how().equals("TIMED_OUT") || over.how().equals("RESTORED"))
            && !e.amounts().isNothing()
            && cause.command() instanceof BudgetCommand.Settle asked
            && asked.leaseId().equals(entry.id)
            && asked.reservationId().equals(e.reservationId())
            && asked.amounts().equals(e.amounts())
            && mayEnd(cause, entry, e.reservationId(), e)
            && e.reporter().equals(cause.actor()),
        RESERVATIONS_END_ONCE,
        "%s of %s by %s",
        e,
        entry,
        cause.command());
  }

  void checkOverdrawn(BudgetEvent.Overdrawn e, Cause cause) {
    Entry entry = known(e);
    LeaseAccount account = account(entry, e);
    long[] rest = entry.isActive() ? account.rest : Units.none();
    Amounts wanted =
        switch (cause.command()) {
          case BudgetCommand.Spend asked -> asked.amounts();
          case BudgetCommand.Settle asked -> {
            rest = Units.sum(rest, hold(account, asked.reservationId(), e).amounts());
            yield asked.amounts();
          }
          default -> Amounts.NONE;
        };
    boolean may =
        cause.command() instanceof BudgetCommand.Settle asked
            ? mayEnd(cause, entry, asked.reservationId(), e)
            : cause.isBy(entry);
    needs(may && wanted.equals(e.asked()), e);
    unless(
        !Units.covers(rest, Units.of(wanted)) && Units.amounts(rest).equals(e.rest()),
        OVERDRAFTS_ARE_REPORTED,
        "%s, and there is %s",
        e,
        Arrays.toString(rest));
  }

  void checkRefreshed(BudgetEvent.Refreshed e, Cause cause) {
    Entry entry = known(e);
    LeaseAccount account = account(entry, e);
    unless(
        entry.isInGrace()
            || (entry.isActive() && entry.delayed == null && e.tick() < entry.endTick()),
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
    if (!(cause.command() instanceof BudgetCommand.Refresh asked)) {
      needs(false, e);
      return;
    }
    long end = Math.min(e.tick() + entry.ttlNanos, entry.latestDeadline());
    needs(
        asked.leaseId().equals(entry.id)
            && cause.isBy(entry)
            && entry.facts.isBudget()
            && e.deadlineTick() == (entry.isActive() ? Math.max(end, entry.deadline) : end)
            && e.deadlineTick() > e.tick(),
        e);
    long[] there = addable(account);
    long[] added = Units.of(e.added());
    unless(
        Arrays.equals(added, Units.least(there, Units.of(asked.requested()))),
        NOBODY_OVERSPENDS,
        "%s for %s, and there is %s",
        e,
        asked,
        Arrays.toString(there));
    rules.checkFirstEffect(e.request(), e);
  }

  static long[] addable(LeaseAccount account) {
    if (account.parent != null) {
      return account.parent.rest;
    }
    return account.pool.open ? account.pool.free : Units.none();
  }
}
