package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is at one moment. Every change makes a new value, so a reply may carry one to any
 * thread.
 *
 * @param requestId the id of the request that made it; empty if it had none
 * @param lastRenewedWallNanos 0 before the first renewal
 * @param ending how it ended; null while it has not
 */
public record Lease(
    String id,
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
    long ttlNanos,
    int renewalCount,
    int maxRenewals,
    long lastRenewedWallNanos,
    long fencingToken,
    long epoch,
    Map<String, String> labels,
    String requestId,
    @Nullable Ending ending) {

  /** Held means that the holder may act: active, and the deadline has not come. */
  public boolean isHeldAt(long tick) {
    return state == LeaseState.ACTIVE && tick < deadlineTick;
  }

  public boolean isHeldBy(String actor) {
    return holder.equals(actor);
  }

  /** An expired lease in grace keeps others out until the grace is over or the lease is closed. */
  public boolean isInGrace() {
    return state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0;
  }

  public long remainingNanos(long tick) {
    return isHeldAt(tick) ? deadlineTick - tick : 0;
  }

  /** When people should expect the end; ticks decide. */
  public long expiresWallNanos() {
    return (lastRenewedWallNanos == 0 ? issuedWallNanos : lastRenewedWallNanos) + ttlNanos;
  }
}
