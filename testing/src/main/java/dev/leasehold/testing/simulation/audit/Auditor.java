package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.ACKNOWLEDGED_SURVIVES;
import static dev.leasehold.testing.simulation.audit.Invariant.HEARTBEATS_COUNT;
import static dev.leasehold.testing.simulation.audit.Invariant.JOURNAL_IS_IN_ORDER;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.NOTHING_IS_GRANTED_IN_THE_PAST;
import static dev.leasehold.testing.simulation.audit.Invariant.NOTICES_ARE_TOLD;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.REFUSALS_CHANGE_NOTHING;
import static dev.leasehold.testing.simulation.audit.Invariant.REPLIES_PROMISE_WHAT_IS_LEFT;
import static dev.leasehold.testing.simulation.audit.Invariant.SAME_EVENTS_SAME_STATE;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Lost;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches every step and keeps its own books. It knows commands, events and replies as data, none
 * of the kernel's rules or indexes, and writes scopes out as sets of paths.
 */
public final class Auditor {

  /** How long a command may have its stamp before it is carried out. */
  private static final long MOST_LATE_NANOS = 10_000_000L;

  private record Written(Event event, Cause cause) {}

  private final List<Written> history = new ArrayList<>();
  private final Lost lost = new Lost();
  private Ledger ledger = new Ledger();
  private int acknowledged;

  /** So many events have come back from a crash as they were; they do not change any more. */
  private int compared;

  /** Looks at what became of a command; throws {@link AuditFailure} if an invariant is broken. */
  public void observe(Step seen) {
    Cause cause = new Cause(seen.command(), seen.outcome().stamp().caller(), seen.trueNanos());
    Step step = seen.plain();
    long tick = step.outcome().stamp().tick();
    unless(
        tick == Math.max(step.given().tick(), ledger.lastTick),
        JOURNAL_IS_IN_ORDER,
        "tick %d counted, %d was given, %d was reached",
        tick,
        step.given().tick(),
        ledger.lastTick);
    List<Entry> excused =
        ledger.living().stream().filter(e -> e.excuse(step.given().pause(), tick)).toList();
    ReplyRules replyRules = new ReplyRules(ledger, step);
    StateRules stateRules = new StateRules(ledger, step);
    List<Event> own = writeAll(step, cause, stateRules);
    excused.forEach(entry -> checkExcused(entry, step.command()));
    checkOwnEvents(step, own);
    stateRules.check();
    replyRules.check(own);
    new IpTokenRules(ledger).check(step);
    new IpTokenRules(ledger).checkGateway(seen);
    unless(
        ledger.money.thresholds.isEmpty(),
        NOTICES_ARE_TOLD,
        "%s is not told after %s",
        ledger.money.thresholds,
        step.command());
  }

  /** Checks and writes down the events; returns those that the command itself brought about. */
  private List<Event> writeAll(Step step, Cause cause, StateRules stateRules) {
    List<Event> own = new ArrayList<>();
    EventRules rules = new EventRules(ledger, lost);
    for (Event event : step.outcome().events()) {
      unless(
          event.tick() == step.outcome().stamp().tick(),
          JOURNAL_IS_IN_ORDER,
          "%s in a step of tick %d",
          event,
          step.outcome().stamp().tick());
      unless(
          !isGrant(event) || event.tick() >= step.now() - MOST_LATE_NANOS,
          NOTHING_IS_GRANTED_IN_THE_PAST,
          "%s, and the clock shows %d",
          event,
          step.now());
      EventRules.Kind kind = rules.kindOf(event, cause);
      if (kind == EventRules.Kind.OWN && own.isEmpty()) {
        stateRules.lookBefore();
      }
      rules.check(event, cause);
      ledger.write(event, cause);
      history.add(new Written(event, cause));
      if (kind == EventRules.Kind.OWN) {
        own.add(event);
      }
      unless(
          kind != EventRules.Kind.TIME || own.isEmpty(),
          NEVER_LATE,
          "%s is recorded after the command's own work",
          event);
    }
    return own;
  }

  private static boolean isGrant(Event event) {
    return event instanceof LeaseEvent.Granted
        || event instanceof LeaseEvent.GrantedFromQueue
        || event instanceof LeaseEvent.Transferred
        || event instanceof LeaseEvent.Converted;
  }

  /** Only a sweep in steps may leave an excused heartbeat unrecorded; it is then due as before. */
  private static void checkExcused(Entry entry, Command command) {
    if (entry.excusedFrom != 0) {
      unless(
          !entry.isActive() || command instanceof NodeCommand.Expire,
          HEARTBEATS_COUNT,
          "%s is not excused by %s",
          entry,
          command);
      entry.heartbeatDeadline = entry.excusedFrom;
      entry.excusedFrom = 0;
    }
  }

  /**
   * Looks at what a receiver is told of a lease by a reply that leaves now; throws {@link
   * AuditFailure} if it promises more than there is.
   */
  public void hear(Lease told, long now) {
    Entry entry = ledger.find(told.id());
    if (told.state() != LeaseState.ACTIVE || entry == null) {
      return;
    }
    long untilTick = now + told.remainingNanos(now);
    boolean ranOut = entry.hasRunOut() && entry.endedTick <= now;
    boolean overdue = entry.isActive() && entry.endTickKnownTo(told) <= now;
    boolean tooMuch = entry.isActive() && untilTick > entry.deadline;
    unless(
        !ranOut && !overdue && !tooMuch,
        REPLIES_PROMISE_WHAT_IS_LEFT,
        "told at %d of %s until %d, and it is %s",
        now,
        told.id(),
        untilTick,
        entry);
  }

  private static void checkOwnEvents(Step step, List<Event> own) {
    boolean several =
        switch (step.command()) {
          case LeaseCommand.ReleaseAll c -> true;
          case AdminCommand.RevokeToken c -> true;
          case AdminCommand.Restore c -> true;
          case LeaseCommand.Acquire c -> true;
          case LeaseCommand.Release c -> c.afterNanos() > 0;
          default -> false;
        };
    unless(
        several || own.size() <= 1,
        NO_CHANGE_WITHOUT_CAUSE,
        "one command, several effects: %s",
        own);
    boolean mayChange =
        switch (step.command()) {
          case LeaseQuery.GetLease c -> false;
          case LeaseQuery.ListLeases c -> false;
          case LeaseQuery.Check c -> false;
          case NodeCommand.InTheWay c -> false;
          case AdminCommand.GetSpace c -> false;
          case AdminCommand.ListSpaces c -> false;
          case AdminCommand.ListTokens c -> false;
          case NodeCommand.TakeTurn c -> false;
          case PoolCommand.ListPools c -> false;
          case AdminCommand.ListPolicies c -> false;
          case PoolCommand.GetPool c -> false;
          case AdminCommand.GetConfig c -> false;
          case LeaseQuery.Validate c -> false;
          case NodeCommand.Expire c -> false;
          case NodeCommand.GrantWaiting c -> false;
          default -> !(step.outcome().reply() instanceof Reply.Refused);
        };
    unless(
        mayChange || own.stream().allMatch(Auditor::isReport),
        REFUSALS_CHANGE_NOTHING,
        "%s was answered with %s and yet %s",
        step.command(),
        step.outcome().reply(),
        own);
  }

  /** Whether an event reports something that was refused. */
  private static boolean isReport(Event event) {
    return event instanceof BudgetEvent.Overdrawn || event instanceof LeaseEvent.CommitRecorded;
  }

  /** How many events there have been, in the time that counts. */
  int eventCount() {
    return history.size();
  }

  /** Notes that a reply has left which rests on so many events. */
  public void acknowledge(int events) {
    acknowledged = Math.max(acknowledged, events);
  }

  /** Compares what survived a crash with what was acknowledged, and goes on from there. */
  public void recover(List<Event> survived) {
    unless(
        survived.size() >= acknowledged,
        ACKNOWLEDGED_SURVIVES,
        "%d events survived, %d were acknowledged",
        survived.size(),
        acknowledged);
    unless(
        survived.size() <= history.size(),
        SAME_EVENTS_SAME_STATE,
        "%d events survived out of %d",
        survived.size(),
        history.size());
    for (int i = compared; i < survived.size(); i++) {
      Event before = history.get(i).event;
      unless(
          before.equals(survived.get(i)),
          i < acknowledged ? ACKNOWLEDGED_SURVIVES : SAME_EVENTS_SAME_STATE,
          "%s came back as %s",
          before,
          survived.get(i));
    }
    compared = survived.size();
    goBack(survived.size());
  }

  /** A backup of the first so many events takes the place of all: what came after is lost. */
  public void restore(int events) {
    lost.add(ledger);
    goBack(events);
    acknowledged = Math.min(acknowledged, events);
    compared = Math.min(compared, events);
  }

  private void goBack(int events) {
    if (events < history.size()) {
      history.subList(events, history.size()).clear();
      ledger = new Ledger();
      history.forEach(written -> ledger.write(written.event, written.cause));
    }
  }
}
