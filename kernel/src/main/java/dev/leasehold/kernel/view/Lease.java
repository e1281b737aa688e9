package dev.leasehold.kernel.view;

import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is at one moment. Every change makes a new value, so a reply may carry one to any
 * thread.
 *
 * @param position of the event that made it, by grant or by queueing
 * @param issuedTick when it was granted; while it waits, when it was queued
 * @param deadlineTick 0 while it waits, for the ttl runs from the grant
 * @param requestId the id of the request that made it; empty if it had none
 * @param lastRenewedWallNanos 0 before the first renewal
 * @param expiresWallNanos when people should expect the end; ticks decide
 * @param fencingToken 0 while it waits
 * @param ending how it ended; null while it has not
 */
public record Lease(
    String id,
    long position,
    Policy policy,
    String space,
    Scope scope,
    Mode mode,
    String holder,
    String session,
    LeaseState state,
    long issuedTick,
    long issuedWallNanos,
    long deadlineTick,
    long expiresWallNanos,
    long ttlNanos,
    int renewalCount,
    int maxRenewals,
    long lastRenewedWallNanos,
    long fencingToken,
    long epoch,
    Map<String, String> labels,
    String requestId,
    @Nullable Ending ending,
    RareProperties rare) {

  /** The label that keeps the commit which the work under a check-out begins with. */
  public static final String BASE_COMMIT = "baseCommit";

  /** Held means that the holder may act: active, and the deadline has not come. */
  public boolean isHeldAt(long tick) {
    return state == LeaseState.ACTIVE && tick < deadlineTick;
  }

  /** Whether it is active as far as was recorded, and something has ended it by the tick. */
  public boolean isOverAt(long tick) {
    return state == LeaseState.ACTIVE && rare.endsBy(deadlineTick) <= tick;
  }

  public boolean isHeldBy(String actor) {
    return holder.equals(actor);
  }

  public Party party() {
    return new Party(holder, session);
  }

  public boolean isWaitingToBeGranted() {
    return state == LeaseState.PENDING;
  }

  /** A shared lease that waits to become exclusive keeps new readers out, too. */
  public boolean isConverting() {
    return state == LeaseState.ACTIVE && rare.place() != null;
  }

  /** An expired lease in grace keeps others out until the grace is over or the lease is closed. */
  public boolean isInGrace() {
    return state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0;
  }

  /** The time that is left until the deadline, or until an end that is planned before it. */
  public long remainingNanos(long tick) {
    return isHeldAt(tick) ? Math.max(0, rare.plannedEndBy(deadlineTick) - tick) : 0;
  }

  public long heartbeatRemainingNanos(long tick) {
    return rare.heartbeatNanos() == 0 || !isHeldAt(tick)
        ? 0
        : Math.max(0, rare.heartbeatDeadlineTick() - tick);
  }

  /** The tokens of its ancestors and its own behind them: what a guard compares. */
  public List<Long> fencePath() {
    if (fencingToken == 0) {
      return List.of();
    }
    if (rare.ancestorTokens().isEmpty()) {
      return List.of(fencingToken);
    }
    List<Long> path = new ArrayList<>(rare.ancestorTokens());
    path.add(fencingToken);
    return List.copyOf(path);
  }

  /** Whether it is its holder's right to spend. */
  public boolean isBudgetLease() {
    return policy.isBudget() && budget() != null;
  }

  public @Nullable Budget budget() {
    return rare.budget();
  }

  /** The commit that a check-out begins with; empty if it is none, or does not say. */
  public String baseCommit() {
    return policy.isCheckedIn() ? labels.getOrDefault(BASE_COMMIT, "") : "";
  }

  /** Whether it is a check-out of a whole project. */
  public boolean isFullCheckout() {
    return policy.isCheckedIn() && scope.isEverything();
  }

  /** The commit that a check-in named, even if the lease had ended by then. */
  public String commit() {
    return state == LeaseState.COMPLETED && ending != null ? ending.reason() : rare.lateCommit();
  }

  /** A copy with the commit of a check-in that came after its end. */
  public Lease withLateCommit(String commit) {
    return with(labels, requestId, rare.withLateCommit(commit));
  }

  /** A copy that tells where epochs of resources begin that have none of their own. */
  public Lease withEpochFloor(long floor) {
    return with(labels, requestId, rare.withEpochFloor(floor));
  }

  /** The lease as agents see it that do not hold it: without its money and its request id. */
  public Lease outline() {
    return with(labels, "", rare.withoutMoney());
  }

  public Lease withoutLabels() {
    return with(Map.of(), requestId, rare);
  }

  private Lease with(Map<String, String> newLabels, String newRequestId, RareProperties newRare) {
    return new Lease(
        id,
        position,
        policy,
        space,
        scope,
        mode,
        holder,
        session,
        state,
        issuedTick,
        issuedWallNanos,
        deadlineTick,
        expiresWallNanos,
        ttlNanos,
        renewalCount,
        maxRenewals,
        lastRenewedWallNanos,
        fencingToken,
        epoch,
        newLabels,
        newRequestId,
        ending,
        newRare);
  }
}
