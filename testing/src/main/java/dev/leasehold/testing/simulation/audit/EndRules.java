package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.EventRules.needs;
import static dev.leasehold.testing.simulation.audit.Invariant.CHILDREN_END_WITH_THEIR_PARENT;
import static dev.leasehold.testing.simulation.audit.Invariant.EXHAUSTION_ENDS_A_LEASE;
import static dev.leasehold.testing.simulation.audit.Invariant.HEARTBEATS_COUNT;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_EARLY;
import static dev.leasehold.testing.simulation.audit.Invariant.ONE_REMINDER;
import static dev.leasehold.testing.simulation.audit.Invariant.PLANNED_ENDS_KEEP_THEIR_TICK;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;
import static dev.leasehold.testing.simulation.audit.Invariant.WAITS_END_IN_TIME;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Place;
import org.jspecify.annotations.Nullable;

/** How leases and waits end: by time, by somebody, or with another lease. */
public final class EndRules {

  static final String GRACE_OVER = "GRACE_OVER";
  static final String TIMEOUT = "TIMEOUT";
  public static final String CANCELLED = "CANCELLED";
  static final String UNCLAIMED = "UNCLAIMED";
  static final String PARENT_ENDED = "PARENT_ENDED";
  static final String REPLACED = "REPLACED";
  static final String RESTORED = "RESTORED";
  static final String TOKEN_REVOKED = "TOKEN_REVOKED";

  private final Ledger ledger;
  private final EventRules rules;
  private final AskedEnds asked;

  EndRules(Ledger ledger, EventRules rules) {
    this.ledger = ledger;
    this.rules = rules;
    this.asked = new AskedEnds(ledger);
  }

  EventRules.Kind kindOf(LeaseEvent.Ended e) {
    Entry entry = ledger.find(e.leaseId());
    if (e.reason().equals(PARENT_ENDED) && e.endedBy().isEmpty()) {
      return EventRules.Kind.CASCADE;
    }
    if (isOfTime(e)) {
      return EventRules.Kind.TIME;
    }
    if (entry != null && (planned(entry, e) != null || isNoticeInGrace(entry, e))) {
      return EventRules.Kind.TIME;
    }
    if (entry != null && asked.isTakenAlong(e, entry)) {
      return EventRules.Kind.CASCADE;
    }
    return entry != null && AskedEnds.isOfAdmission(entry, e)
        ? EventRules.Kind.GRANT_FROM_QUEUE
        : EventRules.Kind.OWN;
  }

  /** The plan that this end carries out, if it was planned. */
  private static @Nullable PlannedEnd planned(Entry entry, LeaseEvent.Ended e) {
    if (!e.request().requestId().isEmpty() || e.endedTick() > e.tick()) {
      return null;
    }
    return fits(entry.announced, e)
        ? entry.announced
        : fits(entry.delayed, e) ? entry.delayed : null;
  }

  private static boolean fits(@Nullable PlannedEnd plan, LeaseEvent.Ended e) {
    return plan != null
        && plan.tick() == e.endedTick()
        && plan.state() == e.state()
        && plan.reason().equals(e.reason())
        && plan.by().equals(e.endedBy());
  }

  /** An admin's notice may run out before the grace does; the lease has expired all the same. */
  private static boolean isNoticeInGrace(Entry entry, LeaseEvent.Ended e) {
    PlannedEnd notice = entry.announced;
    return entry.isInGrace()
        && notice != null
        && notice.tick() <= e.tick()
        && notice.reason().equals(e.reason())
        && notice.by().equals(e.endedBy())
        && e.state() == LeaseState.CLOSED;
  }

  /** Whether time alone brought the end about, and nobody planned it. */
  static boolean isOfTime(LeaseEvent.Ended e) {
    return e.endedBy().isEmpty() && (e.reason().equals(GRACE_OVER) || e.reason().equals(TIMEOUT));
  }

  void checkReminded(LeaseEvent.Reminded e) {
    Entry entry = rules.active(e);
    unless(
        entry.owesReminder()
            && e.tick() >= entry.deadline - entry.facts.leadNanos()
            && e.leftNanos() == entry.knownEndTick() - e.tick(),
        ONE_REMINDER,
        "%s of %s",
        e,
        entry);
  }

  void checkExcused(LeaseEvent.HeartbeatExcused e) {
    Entry entry = rules.active(e);
    unless(
        entry.excusedFrom != 0 && e.deadlineTick() == entry.heartbeatDeadline,
        HEARTBEATS_COUNT,
        "%s of %s",
        e,
        entry);
  }

  void checkExpired(LeaseEvent.Expired e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null || !entry.isActive()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + ", though the lease is " + entry);
    }
    long grace = entry.facts.graceNanos();
    unless(
        e.tick() >= e.endedTick()
            && e.graceEndTick() == (grace == 0 ? 0 : e.endedTick() + grace)
            && e.renewalCount() == entry.renewals,
        NEVER_EARLY,
        "%s by %s",
        entry,
        e);
    MoneyRules.checkBudgetEnd(e, e.budget(), grace == 0 ? entry.account : null);
    switch (e.cause()) {
      case TIME -> checkTime(e, entry, cause);
      case HEARTBEAT ->
          unless(
              e.endedTick() == entry.beatTick() && entry.endTick() == entry.beatTick(),
              HEARTBEATS_COUNT,
              "%s of %s, due at %d",
              e,
              entry,
              entry.beatTick());
      case EXHAUSTED ->
          unless(
              entry.account != null && entry.account.isExhausted() && e.endedTick() == e.tick(),
              EXHAUSTION_ENDS_A_LEASE,
              "%s of %s",
              e,
              entry);
    }
  }

  private static void checkTime(LeaseEvent.Expired e, Entry entry, Cause cause) {
    unless(e.endedTick() == entry.deadline, NEVER_EARLY, "%s by %s", entry, e);
    unless(
        entry.beatTick() >= entry.deadline,
        HEARTBEATS_COUNT,
        "%s, though %s had no heartbeat since %d",
        e,
        entry,
        entry.beatTick());
    unless(
        entry.endTick() == entry.deadline,
        PLANNED_ENDS_KEEP_THEIR_TICK,
        "%s, though the end of %s was planned at %d",
        e,
        entry,
        entry.endTick());
    unless(
        cause.trueNanos() >= entry.promisedTrueNanos,
        NEVER_EARLY,
        "%s expired at the true time %d, promised until %d",
        entry,
        cause.trueNanos(),
        entry.promisedTrueNanos);
  }

  void checkEnded(LeaseEvent.Ended e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null || !entry.lives()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + ", though the lease is " + entry);
    }
    if (e.reason().equals(PARENT_ENDED) && e.endedBy().isEmpty()) {
      checkParentEnded(e, entry);
    } else if (e.reason().equals(GRACE_OVER) && e.endedBy().isEmpty()) {
      unless(
          entry.isInGrace() && e.state() == LeaseState.CLOSED,
          TRANSITIONS_ARE_LEGAL,
          "%s of %s",
          e,
          entry);
      unless(e.tick() >= entry.graceEnd, NEVER_EARLY, "grace of %s over at %d", entry, e.tick());
    } else if (entry.isPending()) {
      checkFailed(e, entry, cause);
    } else if (isNoticeInGrace(entry, e)) {
      unless(
          e.tick() >= entry.dueTick() && e.endedTick() == entry.endedTick,
          PLANNED_ENDS_KEEP_THEIR_TICK,
          "%s of %s",
          e,
          entry);
    } else if (planned(entry, e) != null) {
      unless(
          entry.endTick() == e.endedTick() && e.tick() >= e.endedTick(),
          PLANNED_ENDS_KEEP_THEIR_TICK,
          "%s of %s, due at %d",
          e,
          entry,
          entry.endTick());
    } else {
      checkAsked(e, entry, cause);
    }
    MoneyRules.checkBudgetEnd(e, e.budget(), entry.account);
  }

  private static void checkParentEnded(LeaseEvent.Ended e, Entry entry) {
    Entry parent = entry.parent;
    unless(
        parent != null && e.state().name().equals(AskedEnds.takenAway(entry)),
        CHILDREN_END_WITH_THEIR_PARENT,
        "%s of %s",
        e,
        entry);
    unless(
        e.endedTick() <= (entry.isActive() ? entry.endTick() : Long.MAX_VALUE),
        CHILDREN_END_WITH_THEIR_PARENT,
        "%s of %s, which ended at %d",
        e,
        entry,
        entry.endTick());
  }

  private void checkFailed(LeaseEvent.Ended e, Entry entry, Cause cause) {
    Place place = entry.place;
    unless(
        e.state() == LeaseState.FAILED && place != null,
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
    if (place != null && e.reason().equals(TIMEOUT)) {
      unless(
          e.tick() >= place.deadlineTick()
              && e.endedTick() == place.deadlineTick()
              && e.endedBy().isEmpty(),
          WAITS_END_IN_TIME,
          "%s of %s",
          e,
          entry);
      return;
    }
    unless(asked.isWaitsEnd(e, entry, cause), WAITS_END_IN_TIME, "%s of %s by %s", e, entry, cause);
    rules.checkFirstEffect(e.request(), e);
  }

  private void checkAsked(LeaseEvent.Ended e, Entry entry, Cause cause) {
    if (entry.isActive()) {
      unless(e.tick() < entry.endTick(), Invariant.NEVER_LATE, "%s of %s", e, entry);
    }
    unless(e.endedTick() == e.tick(), PLANNED_ENDS_KEEP_THEIR_TICK, "%s of %s", e, entry);
    needs(asked.isAskedFor(e, entry, cause), e);
    rules.checkFirstEffect(e.request(), e);
  }

  /** A commit comes from the holder, once, to a lease that has ended and is not checked in. */
  void checkCommitted(LeaseEvent.CommitRecorded e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    unless(
        entry != null
            && !entry.lives()
            && entry.token != 0
            && entry.facts.isCheckedIn()
            && !entry.state.equals(LeaseState.COMPLETED.name())
            && entry.lateCommit.isEmpty(),
        TRANSITIONS_ARE_LEGAL,
        "%s of %s",
        e,
        entry);
    needs(
        entry != null
            && cause.isBy(entry)
            && cause.command() instanceof LeaseCommand.Complete asked
            && asked.leaseId().equals(entry.id)
            && asked.commit().equals(e.commit())
            && e.holder().equals(entry.holder())
            && e.told().contains(entry.holder()),
        e);
  }

  void checkPlanned(LeaseEvent.EndPlanned e, Cause cause) {
    Entry entry = rules.active(e);
    PlannedEnd end = e.end();
    boolean fits =
        switch (cause.command()) {
          case LeaseCommand.Revoke c ->
              c.leaseId().equals(entry.id)
                  && cause.isAdmin()
                  && end.state().name().equals(entry.facts.revoked())
                  && end.reason().equals(c.reason())
                  && e.revokesToken()
                      == (!c.keepToken() && entry.facts.isBudget() && !entry.tokenId.isEmpty())
                  && end.tick() == notLater(entry.announced, e.tick() + c.noticeNanos());
          case LeaseCommand.Release c ->
              c.leaseId().equals(entry.id)
                  && cause.isBy(entry)
                  && end.state().name().equals(entry.facts.released())
                  && end.tick()
                      == Math.min(
                          entry.deadline, notLater(entry.delayed, e.tick() + c.afterNanos()));
          default -> false;
        };
    needs(fits && end.by().equals(cause.actor()), e);
    unless(end.tick() > e.tick(), PLANNED_ENDS_KEEP_THEIR_TICK, "%s is not to come", e);
    rules.checkFirstEffect(e.request(), e);
  }

  private static long notLater(@Nullable PlannedEnd before, long tick) {
    return before == null ? tick : Math.min(before.tick(), tick);
  }
}
