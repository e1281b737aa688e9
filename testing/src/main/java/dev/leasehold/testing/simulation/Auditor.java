package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.AuditFailure.unless;
import static dev.leasehold.testing.simulation.Invariant.ACKNOWLEDGED_SURVIVES;
import static dev.leasehold.testing.simulation.Invariant.COUNTS_AGREE;
import static dev.leasehold.testing.simulation.Invariant.JOURNAL_IS_IN_ORDER;
import static dev.leasehold.testing.simulation.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.Invariant.REFUSALS_CHANGE_NOTHING;
import static dev.leasehold.testing.simulation.Invariant.SAME_EVENTS_SAME_STATE;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches every step and keeps its own books. It knows commands, events and replies as data, none
 * of the kernel's rules or indexes, and writes scopes out as lists of paths.
 */
public final class Auditor {

  private record Written(Event event, Cause cause) {}

  private final List<Written> history = new ArrayList<>();
  private Ledger ledger = new Ledger();
  private long acknowledgedPosition;

  /** Looks at what became of a command; throws {@link AuditFailure} if an invariant is broken. */
  public void observe(Step step) {
    Cause cause = new Cause(step.command(), step.outcome().stamp().caller(), step.trueNanos());
    long tick = step.outcome().stamp().tick();
    unless(
        tick == Math.max(step.given().tick(), ledger.lastTick),
        JOURNAL_IS_IN_ORDER,
        "tick %d counted, %d was given, %d was reached",
        tick,
        step.given().tick(),
        ledger.lastTick);
    ReplyRules replyRules = new ReplyRules(ledger, step);
    List<Event> own = writeAll(step, cause);
    checkOwnEvents(step, own);
    checkNothingDue(step, tick);
    checkFigures(step.figures());
    replyRules.check(own);
  }

  /** Checks and writes down the events; returns those that the command itself brought about. */
  private List<Event> writeAll(Step step, Cause cause) {
    List<Event> own = new ArrayList<>();
    EventRules rules = new EventRules(ledger);
    for (Event event : step.outcome().events()) {
      unless(
          event.tick() == step.outcome().stamp().tick(),
          JOURNAL_IS_IN_ORDER,
          "%s in a step of tick %d",
          event,
          step.outcome().stamp().tick());
      rules.check(event, cause);
      ledger.write(event, cause);
      history.add(new Written(event, cause));
      if (!EventRules.isOfTime(event)) {
        own.add(event);
      } else {
        unless(own.isEmpty(), NEVER_LATE, "%s is recorded after the command's own work", event);
      }
    }
    return own;
  }

  private static void checkOwnEvents(Step step, List<Event> own) {
    unless(own.size() <= 1, NO_CHANGE_WITHOUT_CAUSE, "one command, several effects: %s", own);
    boolean mayChange =
        switch (step.command()) {
          case Command.GetLease c -> false;
          case Command.ListLeases c -> false;
          case Command.Check c -> false;
          case Command.ListTokens c -> false;
          case Command.Expire c -> false;
          default -> !(step.outcome().reply() instanceof Reply.Refused);
        };
    unless(
        mayChange || own.isEmpty(),
        REFUSALS_CHANGE_NOTHING,
        "%s was answered with %s and yet %s",
        step.command(),
        step.outcome().reply(),
        own);
  }

  private void checkNothingDue(Step step, long tick) {
    long due = ledger.blocking().stream().filter(entry -> entry.dueTick() <= tick).count();
    if (step.command() instanceof Command.Expire expire) {
      int count = step.outcome().events().size();
      unless(
          step.outcome().reply().equals(new Reply.Swept(count, due > 0))
              && (due == 0 ? count <= expire.limit() : count == expire.limit()),
          NEVER_LATE,
          "%d leases are due after %s",
          due,
          step.outcome().reply());
    } else {
      unless(due == 0, NEVER_LATE, "%d leases are due after %s", due, step.command());
    }
  }

  private void checkFigures(Step.Figures figures) {
    long nextDue =
        ledger.blocking().stream().mapToLong(Entry::dueTick).min().orElse(Long.MAX_VALUE);
    Step.Figures own = new Step.Figures(ledger.blocking().size(), ledger.ended().size(), nextDue);
    unless(figures.equals(own), COUNTS_AGREE, "the server says %s, the books %s", figures, own);
  }

  /** Notes that a reply has left which rests on the events up to the position. */
  public void acknowledge(long position) {
    acknowledgedPosition = Math.max(acknowledgedPosition, position);
  }

  /** Compares what survived a crash with what was acknowledged, and goes on from there. */
  public void recover(List<Event> survived) {
    unless(
        survived.size() >= acknowledgedPosition,
        ACKNOWLEDGED_SURVIVES,
        "%d events survived, %d were acknowledged",
        survived.size(),
        acknowledgedPosition);
    unless(
        survived.size() <= history.size(),
        SAME_EVENTS_SAME_STATE,
        "%d events survived out of %d",
        survived.size(),
        history.size());
    for (int i = 0; i < survived.size(); i++) {
      Event before = history.get(i).event;
      unless(
          before.equals(survived.get(i)),
          i < acknowledgedPosition ? ACKNOWLEDGED_SURVIVES : SAME_EVENTS_SAME_STATE,
          "%s came back as %s",
          before,
          survived.get(i));
    }
    history.subList(survived.size(), history.size()).clear();
    ledger = new Ledger();
    history.forEach(written -> ledger.write(written.event, written.cause));
  }
}
