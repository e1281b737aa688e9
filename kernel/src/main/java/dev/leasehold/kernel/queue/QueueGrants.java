package dev.leasehold.kernel.queue;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.state.WaitLine;
import dev.leasehold.kernel.view.EndReasons;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Grants leases to those who wait, as soon as nothing is in their way, the one furthest ahead
 * first. The state and the tick alone decide which can be granted: looking at more lines changes no
 * result.
 */
public final class QueueGrants {

  private final State state;

  public QueueGrants(State state) {
    this.state = state;
  }

  public void grantAll(Step step) {
    grant(step, Integer.MAX_VALUE);
  }

  /**
   * Grants at most so many; those who are left are looked at again next time.
   *
   * @return how many are done with waiting
   */
  public int grant(Step step, int limit) {
    if (state.waiting.isQuietAt(step.tick())) {
      return 0;
    }
    long tick = step.tick();
    PriorityQueue<WaitLine> candidates =
        new PriorityQueue<>(
            (left, right) ->
                left == right
                    ? 0
                    : WaitLine.placeOf(left.first())
                            .isAheadOf(WaitLine.placeOf(right.first()), tick)
                        ? -1
                        : 1);
    Set<WaitLine> present = new HashSet<>();
    collect(candidates, present, tick);
    int count = 0;
    while (!candidates.isEmpty() && count < limit) {
      WaitLine line = candidates.remove();
      present.remove(line);
      if (grantFirst(step, line)) {
        count++;
        collect(candidates, present, tick);
      }
    }
    present.forEach(state.waiting::recheck);
    return count;
  }

  private void collect(PriorityQueue<WaitLine> candidates, Set<WaitLine> present, long tick) {
    for (WaitLine line : state.waiting.takeLinesAt(tick)) {
      if (!line.isEmpty() && present.add(line)) {
        candidates.add(line);
      }
    }
  }

  /** Grants to the first of the line if nobody is in its way; returns whether it waits no more. */
  private boolean grantFirst(Step step, WaitLine line) {
    LeaseRecord first = line.first();
    Contention contention = Contention.of(first);
    StepLimit work = StepLimit.ofOneCommand();
    if (contention.isKeptOutByLease(work)) {
      return false;
    }
    if (contention.isBehindSomebody(step.tick(), work)) {
      state.waiting.watch(line, contention.place().nextRiseAfter(step.tick()));
      return false;
    }
    if (contention.place().conversion()) {
      convert(step, first);
    } else {
      grantFromQueue(step, first);
    }
    return true;
  }

  private static void convert(Step step, LeaseRecord record) {
    step.record(
        new LeaseEvent.Converted(
            step.at(),
            record.id,
            Mode.EXCLUSIVE,
            step.state.epochs.after(record),
            Event.Request.NONE));
  }

  private void grantFromQueue(Step step, LeaseRecord record) {
    RareFields rare = record.rare();
    boolean asksToSpend = record.policy.isBudget() && !rare.requestedBudget.isNothing();
    LeaseRecord budgetLease = asksToSpend ? record.holder.budgetLease : null;
    String failure = failure(rare, budgetLease, step.tick());
    if (failure != null) {
      Endings.fail(step, record, failure, step.tick());
      return;
    }
    Endings.replace(step, budgetLease);
    Amounts budget =
        rare.requestedBudget.isNothing()
            ? Amounts.NONE
            : rare.requestedBudget.atMost(state.accounts.pool(rare.pool).free);
    step.record(
        new LeaseEvent.GrantedFromQueue(
            step.at(),
            record.id,
            state.epochs.ofGrant(record.policy, record.space.name, record.scope, record.mode()),
            Math.min(step.tick() + record.ttlNanos(), record.latestDeadlineTick()),
            budget));
  }

  private @Nullable String failure(RareFields rare, @Nullable LeaseRecord budgetLease, long tick) {
    if (rare.tokenDeadlineTick != 0 && rare.tokenDeadlineTick <= tick) {
      return EndReasons.TOKEN_EXPIRED;
    }
    if (rare.requestedBudget.isNothing()) {
      return null;
    }
    if (budgetLease != null && !budgetLease.isInGrace()) {
      return EndReasons.ALREADY_LEASED;
    }
    Amounts free = state.accounts.pool(rare.pool).freeFor(budgetLease);
    return free.hasSomeOfEach(rare.requestedBudget) ? null : EndReasons.INSUFFICIENT_BUDGET;
  }

  public void granted(LeaseEvent.GrantedFromQueue e) {
    LeaseRecord record = state.known(e.leaseId());
    state.waiting.leave(record);
    state.grant(record, e, e.epoch(), e.deadlineTick(), e.budget());
    state.deadlines.moved(record);
    record.rareToWrite().unclaimed = true;
  }
}
