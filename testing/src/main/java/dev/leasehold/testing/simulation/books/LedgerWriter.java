package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import dev.leasehold.testing.simulation.audit.EndRules;
import dev.leasehold.testing.simulation.audit.Invariant;
import java.util.List;

/** Writes into the books what an event says. The rules check it against the books before that. */
final class LedgerWriter {

  private final Ledger ledger;
  private final AdminWriter admin;

  LedgerWriter(Ledger ledger) {
    this.ledger = ledger;
    this.admin = new AdminWriter(ledger);
  }

  void write(Event event, Cause cause) {
    switch (event) {
      case LeaseEvent.Granted e -> granted(e, cause);
      case LeaseEvent.Queued e -> queued(e, cause);
      case LeaseEvent.GrantedFromQueue e -> grantedFromQueue(e, cause);
      case LeaseEvent.Renewed e -> renewed(e, cause);
      case LeaseEvent.HeartbeatReceived e -> used(e, e.request(), cause);
      case LeaseEvent.HeartbeatExcused e -> {
        ledger.known(e.leaseId()).heartbeatDeadline = e.deadlineTick();
        ledger.known(e.leaseId()).excusedFrom = 0;
        ledger.known(e.leaseId()).excused = true;
      }
      case LeaseEvent.Expired e -> expired(e);
      case LeaseEvent.Ended e -> ended(e, cause);
      case LeaseEvent.EndPlanned e -> planned(e, cause);
      case LeaseEvent.CommitRecorded e -> committed(e);
      case LeaseEvent.Reminded e -> {
        ledger.known(e.leaseId()).reminded = true;
        tell(ledger.known(e.leaseId()), e, NoticeKind.REMINDER);
      }
      case LeaseEvent.Asked e -> {
        ledger.asked.put(Ledger.question(e.asker(), e.leaseId()), e.tick());
        tell(ledger.known(e.leaseId()), e, NoticeKind.QUESTION);
        ledger.requests.question(ledger.known(e.leaseId()), e.request(), cause, e.tick());
      }
      case BudgetEvent.IpTokenIssued e -> ledger.known(e.leaseId()).ipToken = e.tokenId();
      case LeaseEvent.Advanced e -> {
        epoch(ledger.known(e.leaseId()), e.epoch());
        used(e, e.request(), cause);
      }
      case LeaseEvent.Transferred e -> transferred(e, cause);
      case LeaseEvent.Converted e -> converted(e, cause);
      case LeaseEvent.ConversionQueued e -> {
        ledger.place(
            ledger.known(e.leaseId()),
            new Place(e.position(), e.tick(), e.waitDeadlineTick(), 0, true));
        used(e, e.request(), cause);
      }
      case LeaseEvent.ConversionFailed e -> {
        ledger.place(ledger.known(e.leaseId()), null);
        if (e.reason().equals(EndRules.CANCELLED)) {
          ledger.known(e.leaseId()).beat(e.tick());
        }
      }
      case BudgetEvent.Spent e -> {
        ledger.money.spent(account(e), Units.of(e.amounts()), e);
        moved(e, e.request(), cause);
      }
      case BudgetEvent.Overdrawn e -> {}
      case BudgetEvent.Reserved e -> {
        String id = e.request().requestId();
        ledger.money.reserved(account(e), id, Units.of(e.amounts()), e.deadlineTick(), e);
        moved(e, e.request(), cause);
      }
      case BudgetEvent.Adjusted e -> {
        ledger.money.adjusted(account(e), e.reservationId(), Units.of(e.amounts()), e);
        moved(e, e.request(), cause);
      }
      case BudgetEvent.Settled e -> settled(e);
      case BudgetEvent.ThresholdReached e -> {
        ledger.money.thresholds.remove(e.leaseId() + " " + e.unit());
        tell(ledger.known(e.leaseId()), e, NoticeKind.THRESHOLD);
      }
      case BudgetEvent.OverrunReported e -> {
        LeaseAccount.Over over = new LeaseAccount.Over("OVERRUN", Units.of(e.amounts()));
        account(e).over.put(e.reservationId(), over);
        if (ledger.known(e.leaseId()).isActive()) {
          ledger.known(e.leaseId()).beat(e.tick());
        }
      }
      case BudgetEvent.Refreshed e -> refreshed(e, cause);
      case ApprovalEvent.MoreRequested e -> {
        ledger.money.asking.asked(ledger.known(e.leaseId()), e);
        moved(e, e.request(), cause);
      }
      case ApprovalEvent.MoreApproved e -> approved(e, cause);
      case ApprovalEvent.MoreDeclined e -> {
        ledger.money.asking.decided(e.requested(), "DECLINED", e.by(), e.reason(), e);
        tell(ledger.known(e.leaseId()), e, NoticeKind.DECLINED);
      }
      case ApprovalEvent.ExtensionRequested e -> {
        ledger.money.asking.asked(ledger.known(e.leaseId()), e);
        used(e, e.request(), cause);
      }
      case ApprovalEvent.ExtensionApproved e -> extended(e, cause);
      case ApprovalEvent.ExtensionDeclined e -> {
        ledger.money.asking.decided(e.requested(), "DECLINED", e.by(), e.reason(), e);
        tell(ledger.known(e.leaseId()), e, NoticeKind.EXTENSION_DECLINED);
      }
      default -> admin.write(event, cause);
    }
  }

  private LeaseAccount account(Event.OfLease e) {
    LeaseAccount account = ledger.known(e.leaseId()).account;
    if (account == null) {
      throw new AuditFailure(Invariant.MONEY_IS_CONSERVED, e + " on a lease without a budget");
    }
    return account;
  }

  private Entry make(Claim claim, long position, long tick, Cause cause) {
    PolicyFacts facts = ledger.policy(claim.policy(), claim.policyVersion());
    List<String> patterns = Universe.canonical(claim.space(), claim.scope().patternTexts());
    Entry entry = new Entry(claim, facts, patterns, position);
    ledger.add(entry);
    ledger.requests.lasting(entry, claim.request(), cause, tick);
    if (!claim.rare().parentId().isEmpty()) {
      Entry parent = ledger.known(claim.rare().parentId());
      entry.parent = parent;
      parent.children.add(entry);
      parent.beat(tick);
    }
    return entry;
  }

  private void granted(LeaseEvent.Granted e, Cause cause) {
    Entry entry = make(e.claim(), e.position(), e.tick(), cause);
    grant(entry, e, e.epoch(), e.deadlineTick(), e.budget(), cause);
    if (entry.parent != null) {
      tell(entry, e, NoticeKind.RECEIVED);
    }
  }

  private void queued(LeaseEvent.Queued e, Cause cause) {
    Entry entry = make(e.claim(), e.position(), e.tick(), cause);
    ledger.place(
        entry, new Place(e.position(), e.tick(), e.waitDeadlineTick(), e.priority(), false));
  }

  private void grantedFromQueue(LeaseEvent.GrantedFromQueue e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    ledger.place(entry, null);
    grant(entry, e, e.epoch(), e.deadlineTick(), e.budget(), cause);
    entry.unclaimed = true;
  }

  private void grant(Entry entry, Event e, long epoch, long deadline, Amounts budget, Cause cause) {
    entry.state = Entry.ACTIVE;
    token(entry, e.position());
    epoch(entry, epoch);
    entry.last(deadline, e.tick());
    entry.promisedTrueNanos = cause.trueNanos() + deadline - e.tick();
    entry.beat(e.tick());
    if (!budget.isNothing()) {
      ledger.money.opened(entry, Units.of(budget), e);
    }
  }

  private void token(Entry entry, long token) {
    entry.token = token;
    ledger.highestToken = token;
  }

  private void epoch(Entry entry, long epoch) {
    entry.epoch = epoch;
    if (entry.facts.epochsLast() && entry.exclusive) {
      ledger.epochs.merge(Ledger.resource(entry), epoch, Math::max);
    }
  }

  private void renewed(LeaseEvent.Renewed e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    entry.last(e.deadlineTick(), e.tick());
    entry.ttlNanos = e.ttlNanos();
    entry.renewals = e.renewalCount();
    entry.promisedTrueNanos = cause.trueNanos() + e.deadlineTick() - e.tick();
    used(e, e.request(), cause);
  }

  private void used(Event.OfLease e, Event.Request request, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    entry.beat(e.tick());
    ledger.requests.change(entry, request, cause, e.tick());
  }

  private void moved(Event.OfLease e, Event.Request request, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    if (entry.isActive()) {
      entry.beat(e.tick());
    }
    ledger.requests.lasting(entry, request, cause, e.tick());
  }

  private void expired(LeaseEvent.Expired e) {
    Entry entry = ledger.known(e.leaseId());
    ledger.notices.ended(entry);
    tell(entry, e, NoticeKind.EXPIRED);
    entry.state = Entry.EXPIRED;
    entry.endedTick = e.endedTick();
    entry.graceEnd = e.graceEndTick();
    entry.unclaimed = false;
    ledger.place(entry, null);
    if (!entry.isInGrace()) {
      end(entry, e);
    }
  }

  private void ended(LeaseEvent.Ended e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    ledger.notices.ended(entry);
    boolean first = !entry.state.equals(Entry.EXPIRED);
    if (first) {
      entry.endedTick = e.endedTick();
    }
    if (first && e.state() != LeaseState.FAILED && !e.endedBy().equals(entry.holder())) {
      tell(entry, e, kindOf(e.state()));
    }
    entry.takesToken = entry.takesToken && isAnnounced(entry, e);
    ledger.lastEnded = entry;
    entry.state = e.state().name();
    entry.endReason = e.reason();
    entry.graceEnd = 0;
    entry.unclaimed = false;
    ledger.requests.change(entry, e.request(), cause, e.tick());
    end(entry, e);
  }

  private static boolean isAnnounced(Entry entry, LeaseEvent.Ended e) {
    return entry.announced != null && entry.announced.tick() == e.endedTick();
  }

  private static NoticeKind kindOf(LeaseState state) {
    return switch (state) {
      case REVOKED -> NoticeKind.REVOKED;
      case EVICTED -> NoticeKind.EVICTED;
      default -> NoticeKind.ENDED;
    };
  }

  private void end(Entry entry, Event e) {
    ledger.over(entry);
    entry.announced = null;
    entry.delayed = null;
    entry.ipToken = null;
    if (entry.account != null) {
      ledger.money.returnIfOver(entry.account, e);
    }
    ledger.ended.markTreeOf(entry, e.tick());
  }

  private void planned(LeaseEvent.EndPlanned e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    PlannedEnd end = e.end();
    if (end.state().name().equals(entry.facts.revoked())) {
      entry.announced = end;
      entry.takesToken = e.revokesToken();
      tell(entry, e, NoticeKind.ENDING);
    } else {
      entry.delayed = end;
      ledger.place(entry, null);
      entry.beat(e.tick());
    }
    ledger.requests.change(entry, e.request(), cause, e.tick());
  }

  private void committed(LeaseEvent.CommitRecorded e) {
    ledger.known(e.leaseId()).lateCommit = e.commit();
    int turn = 0;
    for (String told : e.told()) {
      ledger.notices.add(
          new NoticeBook.Note(
              e.position(), turn++, NoticeKind.LATE_COMMIT, e.leaseId(), e.tick(), told));
    }
  }

  private void tell(Entry entry, Event e, NoticeKind kind) {
    ledger.notices.add(
        new NoticeBook.Note(e.position(), 0, kind, entry.id, e.tick(), entry.holder()));
  }

  private void transferred(LeaseEvent.Transferred e, Cause cause) {
    Entry old = ledger.known(e.leaseId());
    Entry next = Transfers.successor(old, e);
    ledger.add(next);
    ledger.requests.lasting(next, e.request(), cause, e.tick());
    Transfers.handOn(old, next, e.tick());
    token(next, e.position());
    epoch(next, e.epoch());
    next.beat(e.tick());
    ledger.notices.ended(old);
    old.state = LeaseState.RELEASED.name();
    old.endedTick = e.tick();
    old.endReason = "TRANSFERRED";
    end(old, e);
    tell(next, e, NoticeKind.RECEIVED);
  }

  private void converted(LeaseEvent.Converted e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    boolean waited = entry.place != null;
    ledger.place(entry, null);
    entry.exclusive = e.mode() == Mode.EXCLUSIVE;
    if (entry.exclusive) {
      token(entry, e.position());
    }
    epoch(entry, e.epoch());
    if (!waited) {
      used(e, e.request(), cause);
    }
  }

  private void settled(BudgetEvent.Settled e) {
    Entry entry = ledger.known(e.leaseId());
    ledger.money.settled(account(e), e.reservationId(), Units.of(e.spent()), e.how().name(), e);
    boolean byHolder = e.how() == SettledHow.SETTLED || e.how() == SettledHow.CANCELLED;
    if (entry.isActive() && byHolder) {
      entry.beat(e.tick());
    }
    if (!entry.blocks()) {
      ledger.ended.markTreeOf(entry, e.tick());
    }
  }

  /** A lease in grace goes on; one that is active only has more to spend. */
  private void approved(ApprovalEvent.MoreApproved e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    ledger.money.asking.decided(e.requested(), "APPROVED", e.by(), e.reason(), e);
    if (!entry.isActive()) {
      goesOn(entry, e.deadlineTick(), e.tick(), cause);
      entry.beat(e.tick());
    }
    ledger.money.approved(account(e), e);
    tell(entry, e, NoticeKind.APPROVED);
  }

  /**
   * The end moves, and with it the reminder, unless the new end is within the lead already. A lease
   * that has never been longer than the lead still has its reminder to come.
   */
  private void extended(ApprovalEvent.ExtensionApproved e, Cause cause) {
    Entry entry = ledger.known(e.leaseId());
    ledger.money.asking.extended(e);
    entry.spanNanos += e.deadlineTick() - entry.deadline;
    entry.deadline = e.deadlineTick();
    entry.promisedTrueNanos = cause.trueNanos() + e.deadlineTick() - e.tick();
    long lead = entry.facts.leadNanos();
    boolean isNear = e.deadlineTick() - lead <= e.tick();
    entry.reminded = isNear && (entry.reminded || entry.spanNanos > lead);
    ledger.notices.extended(entry);
    tell(entry, e, NoticeKind.EXTENDED);
  }

  private static void goesOn(Entry entry, long deadlineTick, long tick, Cause cause) {
    entry.state = Entry.ACTIVE;
    entry.graceEnd = 0;
    entry.endedTick = 0;
    entry.last(deadlineTick, tick);
    entry.promisedTrueNanos = cause.trueNanos() + deadlineTick - tick;
  }

  private void refreshed(BudgetEvent.Refreshed e, Cause cause) {
    goesOn(ledger.known(e.leaseId()), e.deadlineTick(), e.tick(), cause);
    ledger.money.drawn(account(e), Units.of(e.added()), e);
    moved(e, e.request(), cause);
  }
}
