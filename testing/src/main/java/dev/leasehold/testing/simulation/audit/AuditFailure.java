package dev.leasehold.testing.simulation.audit;

import org.jspecify.annotations.Nullable;

/** An invariant does not hold. */
public final class AuditFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Invariant invariant;

  public AuditFailure(Invariant invariant, String detail) {
    super(invariant + ": " + detail);
    this.invariant = invariant;
  }

  public Invariant invariant() {
    return invariant;
  }

  /** Fails with the invariant's name unless the condition holds. */
  public static void unless(
      boolean condition, Invariant invariant, String detail, @Nullable Object... details) {
    if (!condition) {
      throw new AuditFailure(invariant, String.format(detail, details));
    }
  }
}
