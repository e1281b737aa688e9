package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Work;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Grants what has become free to those who wait, the one furthest ahead first. Who can be granted
 * depends on the state and the tick alone, not on which lines happen to be looked at.
 */
final class Admission {

  private final State state;

  Admission(State state) {
    this.state = state;
  }

  void grantAll(Step step) {
    grant(step, Integer.MAX_VALUE);
  }

  /**
   * Grants at most so many; those who are left are looked at again next time.
   *
   * @return how many are done with waiting
   */
  int grant(Step step, int limit) {
    if (state.waiting.isQuietAt(step.tick())) {
      return 0;
    }
    long tick = step.tick();
    PriorityQueue<Line> candidates =
        new PriorityQueue<>(
            (left, right) ->
                left == right
                    ? 0
                    : Line.placeOf(left.first()).isAheadOf(Line.placeOf(right.first()), tick)
                        ? -1
                        : 1);
    Set<Line> present = new HashSet<>();
    collect(candidates, present, tick);
    int count = 0;
    while (!candidates.isEmpty() && count < limit) {
      Line line = candidates.remove();
      present.remove(line);
      if (lookAt(step, line)) {
        count++;
        collect(candidates, present, tick);
      }
    }
    present.forEach(state.waiting::lookAt);
    return count;
  }

  private void collect(PriorityQueue<Line> candidates, Set<Line> present, long tick) {
    for (Line line : state.waiting.takeLinesAt(tick)) {
      if (!line.isEmpty() && present.add(line)) {
        candidates.add(line);
      }
    }
  }

  /** Whether the first of the line is done with waiting. */
  private boolean lookAt(Step step, Line line) {
    Holding first = line.first();
    Ask ask = Ask.of(first);
    Work work = Work.ofOneCommand();
    if (ask.isKeptOutByLease(work)) {
      return false;
    }
    if (ask.isBehindSomebody(step.tick(), work)) {
      state.waiting.watch(line, ask.place().nextRiseAfter(step.tick()));
      return false;
    }
    if (ask.place().conversion()) {
      convert(step, first);
    } else {
      admit(step, first);
    }
    return true;
  }

  private static void convert(Step step, Holding holding) {
    step.record(
        new Event.Converted(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            Mode.EXCLUSIVE,
            Converting.epochWhenExclusive(step.state, holding),
            Event.Request.NONE));
  }

  private void admit(Step step, Holding holding) {
    Specials special = holding.specials();
    boolean asksToSpend = holding.policy.isBudget() && !special.requested.isNothing();
    Holding purse = asksToSpend ? holding.holder.purse : null;
    String failure = failure(special, purse, step.tick());
    if (failure != null) {
      Endings.fail(step, holding, failure, step.tick());
      return;
    }
    Acquiring.replace(step, purse);
    Amounts budget =
        special.requested.isNothing()
            ? Amounts.NONE
            : special.requested.atMost(state.funds.pool(special.pool).free);
    step.record(
        new Event.Admitted(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            Acquiring.epochOf(
                state, holding.policy, holding.space.name, holding.scope, holding.mode()),
            Math.min(step.tick() + holding.ttlNanos(), holding.latestDeadlineTick()),
            budget));
  }

  private @Nullable String failure(Specials special, @Nullable Holding purse, long tick) {
    if (special.tokenDeadlineTick != 0 && special.tokenDeadlineTick <= tick) {
      return Endings.TOKEN_EXPIRED;
    }
    if (special.requested.isNothing()) {
      return null;
    }
    if (purse != null && !purse.isInGrace()) {
      return Endings.OWN_BUDGET;
    }
    Amounts free = Acquiring.freeFor(state.funds.pool(special.pool), purse);
    return free.hasSomeOfEach(special.requested) ? null : Endings.NO_MONEY;
  }
}
