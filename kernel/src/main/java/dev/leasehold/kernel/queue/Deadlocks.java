package dev.leasehold.kernel.queue;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.state.WaitLine;
import dev.leasehold.kernel.view.Party;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for parties that would wait for each other: a breadth-first search of the graph of waits,
 * from one party back to itself, in the order of their names. In a line of exclusive waits each
 * waits for the one before it, so following the last of those ahead is enough.
 */
public final class Deadlocks {

  private final State state;
  private final long tick;
  private final Caller caller;

  /** The waits in spaces that the caller reaches: those who wait there may be named to it. */
  private final Set<Edge> shown = new HashSet<>();

  private final StepLimit work = StepLimit.ofOneCommand();
  private int stepsLeft = Limits.MAX_DEADLOCK_STEPS;

  private record Edge(Party waiter, Party waitedFor) {}

  public Deadlocks(Step step) {
    this.state = step.state;
    this.tick = step.tick();
    this.caller = step.caller();
  }

  /**
   * Returns the refusal of a wait that would never end, or for which the search took too many
   * steps; null if the party may wait.
   */
  public @Nullable Refusal ofWait(Party party, Contention contention) {
    boolean passes = hasAnybodyBehind(contention);
    if (!passes && hasNothing(party)) {
      return refusalIfUnfinished();
    }
    Predicate<LeaseRecord> passed =
        waiter ->
            contention.place().isAheadOf(WaitLine.placeOf(waiter), tick)
                && contention.conflictsWith(waiter, work);
    if (passes && doesAnyOf(party, passed)) {
      return orTooMany(new ConflictRefusal.Deadlock(List.of(party)));
    }
    Refusal refusal = search(party, visitor -> visitWaitedFor(contention, visitor), passed, true);
    return refusal != null || !passes
        ? refusal
        : search(party, visitor -> visitAllWaitedFor(party, visitor), passed, false);
  }

  /**
   * Returns the refusal of a grant after which parties would wait for each other for ever, or for
   * which the search took too many steps; null if the party may have the lease.
   */
  public @Nullable Refusal ofGrant(Party party, Contention granted) {
    if (!hasAnybodyWaiting(granted)) {
      return refusalIfUnfinished();
    }
    if (doesAnyOf(party, waiter -> granted.conflictsWith(waiter, work))) {
      return orTooMany(new ConflictRefusal.Deadlock(List.of(party)));
    }
    return search(
        party,
        visitor -> visitAllWaitedFor(party, visitor),
        waiter -> granted.conflictsWith(waiter, work),
        false);
  }

  /** Whether the party has nothing, so that nobody can wait for it. */
  private boolean hasNothing(Party party) {
    Holder holder = state.holders.get(party.holder());
    return holder == null || holder.hasNothing(party.session());
  }

  private boolean doesAnyOf(Party party, Predicate<LeaseRecord> rule) {
    for (LeaseRecord wait : state.waiting.of(party)) {
      if (rule.test(wait)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasAnybodyWaiting(Contention granted) {
    boolean[] found = new boolean[1];
    granted.visitLines(
        work,
        line -> {
          found[0] = true;
          return false;
        });
    return found[0];
  }

  private boolean hasAnybodyBehind(Contention contention) {
    boolean[] found = new boolean[1];
    contention.visitLines(
        work,
        line -> {
          found[0] = contention.place().isAheadOf(WaitLine.placeOf(line.last()), tick);
          return !found[0];
        });
    return found[0];
  }

  /**
   * @param waitsForOrigin those who would begin to wait for the origin
   * @param closedByOld whether a party that already waits for the origin closes a cycle, too: it
   *     does if the origin's own waits are new; a cycle that was there before refuses nobody
   */
  private @Nullable Refusal search(
      Party origin,
      Consumer<Consumer<Party>> firstEdges,
      Predicate<LeaseRecord> waitsForOrigin,
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
      for (LeaseRecord wait : state.waiting.of(party)) {
        TreeSet<Party> waitedFor = new TreeSet<>();
        visitWaitedFor(Contention.of(wait), waitedFor::add);
        if (waitsForOrigin.test(wait)) {
          closed = true;
          waitedFor.add(origin);
        }
        show(wait, waitedFor);
        next.addAll(waitedFor);
      }
      closed |= next.remove(origin) && closedByOld;
      next.forEach(waitedFor -> reach(waitedFor, party, reachedFrom, open));
      Refusal unsure = refusalIfUnfinished();
      if (closed || unsure != null) {
        return unsure != null ? unsure : named(path(origin, party, reachedFrom));
      }
    }
    return refusalIfUnfinished();
  }

  /** Refuses a wait if the search was not finished: the wait might never end. */
  private @Nullable Refusal refusalIfUnfinished() {
    return stepsLeft > 0 && !work.isExhausted()
        ? null
        : new LimitRefusal.QueueFull(
            "too many wait for each other to be sure that this wait would end; try again later");
  }

  private Refusal orTooMany(Refusal refusal) {
    Refusal unsure = refusalIfUnfinished();
    return unsure != null ? unsure : refusal;
  }

  private Refusal named(List<Party> cycle) {
    if (caller.spaces().isEmpty()) {
      return new ConflictRefusal.Deadlock(cycle);
    }
    List<Party> named = new ArrayList<>();
    named.add(cycle.get(0));
    for (int i = 1; i < cycle.size(); i++) {
      Party waitedFor = cycle.get((i + 1) % cycle.size());
      boolean isShown = shown.contains(new Edge(cycle.get(i), waitedFor));
      named.add(isShown ? cycle.get(i) : Party.OTHERS);
    }
    return new ConflictRefusal.Deadlock(List.copyOf(named));
  }

  private void show(LeaseRecord wait, Set<Party> waitedFor) {
    if (!caller.spaces().isEmpty() && caller.hasAccessTo(wait.space.name)) {
      waitedFor.forEach(party -> shown.add(new Edge(wait.party(), party)));
    }
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
    for (LeaseRecord wait : state.waiting.of(party)) {
      visitWaitedFor(Contention.of(wait), visitor);
    }
  }

  private void visitWaitedFor(Contention contention, Consumer<Party> visitor) {
    contention.visitBlockers(
        work,
        record -> {
          visitor.accept(record.party());
          return --stepsLeft > 0;
        });
    contention.visitLines(
        work,
        line -> {
          visitAhead(line, contention, visitor);
          return --stepsLeft > 0;
        });
  }

  private void visitAhead(WaitLine line, Contention contention, Consumer<Party> visitor) {
    if (line.mode() == Mode.EXCLUSIVE) {
      LeaseRecord last = line.lastAheadOf(contention.place(), tick);
      if (last != null) {
        visitor.accept(last.party());
      }
      return;
    }
    for (LeaseRecord waiter : line.all()) {
      if (!WaitLine.placeOf(waiter).isAheadOf(contention.place(), tick) || --stepsLeft <= 0) {
        return;
      }
      visitor.accept(waiter.party());
    }
  }
}
