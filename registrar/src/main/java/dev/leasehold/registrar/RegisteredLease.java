package dev.leasehold.registrar;

import dev.leasehold.kernel.view.ReleaseReason;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is at one moment. Ticks decide whether it has expired; wall times, nanoseconds
 * since the Unix epoch, are for audit.
 *
 * @param registrarId the actor that issued it and alone may renew it or declare it expired
 * @param expiresAtTick null if the issue, or the last renewal, gave none
 * @param registrarSignature of the last renewal, before that of the issue
 * @param terminatedAt of an expired lease its own {@code expiresAt}, whatever the event said
 */
public record RegisteredLease(
    String leaseId,
    String workId,
    String actorId,
    String registrarId,
    RegistrarState state,
    long issuedAt,
    long expiresAt,
    @Nullable Tick issuedAtTick,
    @Nullable Tick expiresAtTick,
    Bytes registrarSignature,
    int renewalCount,
    @Nullable Long lastRenewedAt,
    @Nullable ReleaseReason releaseReason,
    @Nullable Long terminatedAt) {

  public boolean isActive() {
    return state == RegistrarState.ACTIVE;
  }

  /**
   * Whether it is active though its tick has come. Without ticks, or at another rate, nobody can
   * say that it is valid, so it counts as expired in whatever state.
   */
  public boolean isExpiredAtTick(Tick now) {
    if (expiresAtTick == null || expiresAtTick.rateHz() != now.rateHz()) {
      return true;
    }
    return isActive() && now.value() >= expiresAtTick.value();
  }

  /** Ticks to its end; 0 if that is past or has no tick that can be compared. */
  public long ticksRemaining(Tick now) {
    return expiresAtTick == null ? 0 : expiresAtTick.since(now);
  }

  /**
   * @deprecated wall time can be set; ask {@link #isExpiredAtTick}
   */
  @Deprecated
  public boolean isExpiredAt(long wallNanos) {
    return isActive() && wallNanos >= expiresAt;
  }

  /**
   * @deprecated wall time can be set; ask {@link #ticksRemaining}
   */
  @Deprecated
  public long timeRemaining(long wallNanos) {
    return wallNanos >= expiresAt ? 0 : expiresAt - Math.max(0, wallNanos);
  }

  public LeaseSummary summary() {
    return new LeaseSummary(leaseId, workId, actorId, state, issuedAt, expiresAt, renewalCount);
  }
}
