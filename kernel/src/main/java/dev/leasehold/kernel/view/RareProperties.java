package dev.leasehold.kernel.view;

import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.policy.Authority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties that most leases do not have.
 *
 * @param heartbeatNanos 0 if the lease has no heartbeat
 * @param place its place in the queue, while it has one
 * @param announcedEnd when an admin's notice runs out
 * @param delayedRelease when the holder's release takes effect
 * @param pool the pool that its budget was drawn from; empty for none, and if it came from a parent
 * @param parentId the lease it was derived from; empty if from none
 * @param ancestorTokens the fencing tokens of its ancestors, the root's first
 * @param reminded whether its one reminder was sent
 * @param epochFloor where epochs of resources begin that have none of their own; 0 unless it was
 *     asked for
 * @param lateCommit the commit of a check-in that came after the lease had ended; empty if none did
 */
public record RareProperties(
    long heartbeatNanos,
    long heartbeatDeadlineTick,
    @Nullable QueuePlace place,
    @Nullable PlannedEnd announcedEnd,
    @Nullable PlannedEnd delayedRelease,
    @Nullable Authority authority,
    String pool,
    @Nullable Budget budget,
    String parentId,
    List<Long> ancestorTokens,
    boolean reminded,
    long epochFloor,
    String lateCommit) {

  /** The properties of a lease that never had any of them. */
  public static final RareProperties NONE =
      new RareProperties(0, 0, null, null, null, null, "", null, "", List.of(), false, 0, "");

  /** The first tick at which something ends an active lease with this deadline. */
  long endsBy(long deadlineTick) {
    long end = plannedEndBy(deadlineTick);
    return heartbeatNanos == 0 || delayedRelease != null
        ? end
        : Math.min(end, heartbeatDeadlineTick);
  }

  /** The deadline, or the tick of an end that is planned before it. */
  long plannedEndBy(long deadlineTick) {
    long end = deadlineTick;
    if (announcedEnd != null) {
      end = Math.min(end, announcedEnd.tick());
    }
    return delayedRelease == null ? end : Math.min(end, delayedRelease.tick());
  }

  /** A copy without an announced end and without a delayed release. */
  public RareProperties withoutPlannedEnd() {
    return with(null, null, pool, budget, epochFloor, lateCommit);
  }

  RareProperties withEpochFloor(long floor) {
    return with(announcedEnd, delayedRelease, pool, budget, floor, lateCommit);
  }

  /** A copy without a budget and the pool that it came from. */
  public RareProperties withoutMoney() {
    return pool.isEmpty() && budget == null
        ? this
        : with(announcedEnd, delayedRelease, "", null, epochFloor, lateCommit);
  }

  RareProperties withLateCommit(String commit) {
    return with(announcedEnd, delayedRelease, pool, budget, epochFloor, commit);
  }

  private RareProperties with(
      @Nullable PlannedEnd announced,
      @Nullable PlannedEnd delayed,
      String fromPool,
      @Nullable Budget money,
      long floor,
      String commit) {
    return new RareProperties(
        heartbeatNanos,
        heartbeatDeadlineTick,
        place,
        announced,
        delayed,
        authority,
        fromPool,
        money,
        parentId,
        ancestorTokens,
        reminded,
        floor,
        commit);
  }
}
