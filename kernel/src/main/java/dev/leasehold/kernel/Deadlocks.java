package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for parties that would wait for each other: a breadth-first search of the graph of waits,
 * from one party back to itself, in the order of their names. Of those ahead in a line of exclusive
 * waits only the last is followed, for each of them waits for the one before it.
 */
final class Deadlocks {

  private final State state;
  private final long tick;
  private final Work work = Work.ofOneCommand();
  private int stepsLeft = Limits.MAX_DEADLOCK_STEPS;

  Deadlocks(State state, long tick) {
    this.state = state;
    this.tick = tick;
  }

  /** Why a party must not wait for this; null if it may. */
  @Nullable Refusal ofWait(Party party, Ask ask) {
    boolean passes = hasAnybodyBehind(ask);
    if (!passes && hasNothing(party)) {
      return tooMany();
    }
    Predicate<Holding> passed =
        waiter ->
            ask.place().isAheadOf(Line.placeOf(waiter), tick) && ask.conflictsWith(waiter, work);
    if (passes && doesAnyOf(party, passed)) {
      return orTooMany(new Refusal.Deadlock(List.of(party)));
    }
    Refusal refusal = search(party, visitor -> visitWaitedFor(ask, visitor), passed, true);
    return refusal != null || !passes
        ? refusal
        : search(party, visitor -> visitAllWaitedFor(party, visitor), passed, false);
  }

  /** Why a party must not be given this lease; null if it may. */
  @Nullable Refusal ofGrant(Party party, Ask granted) {
    if (!hasAnybodyWaiting(granted)) {
      return tooMany();
    }
    if (doesAnyOf(party, waiter -> granted.conflictsWith(waiter, work))) {
      return orTooMany(new Refusal.Deadlock(List.of(party)));
    }
    return search(
        party,
        visitor -> visitAllWaitedFor(party, visitor),
        waiter -> granted.conflictsWith(waiter, work),
        false);
  }

  /** Nobody waits for one who has nothing. */
  private boolean hasNothing(Party party) {
    Holder holder = state.holders.get(party.holder());
    return holder == null || holder.hasNothing(party.session());
  }

  private boolean doesAnyOf(Party party, Predicate<Holding> rule) {
    for (Holding wait : state.waiting.of(party)) {
      if (rule.test(wait)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasAnybodyWaiting(Ask granted) {
    boolean[] found = new boolean[1];
    granted.visitLines(
        work,
        line -> {
          found[0] = true;
          return false;
        });
    return found[0];
  }

  private boolean hasAnybodyBehind(Ask ask) {
    boolean[] found = new boolean[1];
    ask.visitLines(
        work,
        line -> {
          found[0] = ask.place().isAheadOf(Line.placeOf(line.last()), tick);
          return !found[0];
        });
    return found[0];
  }

  /**
   * @param waitsForOrigin those who would begin to wait for the origin
   * @param closedByOld whether the first edges are new, so that who waits for the origin already
   *     closes a cycle, too; a cycle that was there before is nobody's fault
   */
  private @Nullable Refusal search(
      Party origin,
      Consumer<Consumer<Party>> firstEdges,
      Predicate<Holding> waitsForOrigin,
      boolean closedByOld) {
    Map<Party, Party> reachedFrom = new HashMap<>();
    ArrayDeque<Party> open = new ArrayDeque<>();
    TreeSet<Party> first = new TreeSet<>();
    firstEdges.accept(first::add);
    first.remove(origin);
    first.forEach(party -> reach(party, origin, reachedFrom, open));
    while (!open.isEmpty()) {
      Party party = open.removeFirst();
      boolean closed = false;
      TreeSet<Party> next = new TreeSet<>();
      for (Holding wait : state.waiting.of(party)) {
        closed |= waitsForOrigin.test(wait);
        visitWaitedFor(Ask.of(wait), next::add);
      }
      closed |= next.remove(origin) && closedByOld;
      next.forEach(waitedFor -> reach(waitedFor, party, reachedFrom, open));
      Refusal unsure = tooMany();
      if (closed || unsure != null) {
        return unsure != null ? unsure : new Refusal.Deadlock(path(origin, party, reachedFrom));
      }
    }
    return tooMany();
  }

  /** What was not looked at to the end is refused: it might never end. */
  private @Nullable Refusal tooMany() {
    return stepsLeft > 0 && !work.isExhausted()
        ? null
        : new Refusal.QueueFull(
            "too many wait for each other to be sure that this wait would end; try again later");
  }

  private Refusal orTooMany(Refusal refusal) {
    Refusal unsure = tooMany();
    return unsure != null ? unsure : refusal;
  }

  private static void reach(
      Party party, Party from, Map<Party, Party> reachedFrom, ArrayDeque<Party> open) {
    if (reachedFrom.putIfAbsent(party, from) == null) {
      open.addLast(party);
    }
  }

  private static List<Party> path(Party origin, Party last, Map<Party, Party> reachedFrom) {
    List<Party> path = new ArrayList<>();
    for (Party next = last; next != null && !next.equals(origin); next = reachedFrom.get(next)) {
      path.add(0, next);
    }
    path.add(0, origin);
    return path;
  }

  private void visitAllWaitedFor(Party party, Consumer<Party> visitor) {
    for (Holding wait : state.waiting.of(party)) {
      visitWaitedFor(Ask.of(wait), visitor);
    }
  }

  private void visitWaitedFor(Ask ask, Consumer<Party> visitor) {
    ask.visitBlockers(
        work,
        holding -> {
          visitor.accept(holding.party());
          return --stepsLeft > 0;
        });
    ask.visitLines(
        work,
        line -> {
          visitAhead(line, ask, visitor);
          return --stepsLeft > 0;
        });
  }

  private void visitAhead(Line line, Ask ask, Consumer<Party> visitor) {
    if (line.mode() == Mode.EXCLUSIVE) {
      Holding last = line.lastAheadOf(ask.place(), tick);
      if (last != null) {
        visitor.accept(last.party());
      }
      return;
    }
    for (Holding waiter : line.all()) {
      if (!Line.placeOf(waiter).isAheadOf(ask.place(), tick) || --stepsLeft <= 0) {
        return;
      }
      visitor.accept(waiter.party());
    }
  }
}
