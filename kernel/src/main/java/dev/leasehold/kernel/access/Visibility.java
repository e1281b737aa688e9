package dev.leasehold.kernel.access;

import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import org.jspecify.annotations.Nullable;

/**
 * How much a caller may see of a lease. {@link Caller#visibilityOf} decides it for reads of the
 * kernel and of the tables, and for events about leases of others.
 */
public enum Visibility {
  /** For the caller there is no such lease. */
  NOTHING,
  /**
   * Not shown: the refusal says only that another holds it. A caller whom the lease keeps out is
   * told who that is, and what is in its way.
   */
  HOLDER_NAME_ONLY,
  /** All but its money, its request ids and proofs of its grant. */
  OUTLINE,
  WHOLE;

  /** Whether the caller is shown the lease at all. */
  public boolean isShown() {
    return this == OUTLINE || this == WHOLE;
  }

  /** Returns the refusal to show the lease to the caller; null if it is shown. */
  public @Nullable Refusal refusal(String leaseId) {
    return switch (this) {
      case NOTHING -> new NotFoundRefusal.NoSuchLease(leaseId);
      case HOLDER_NAME_ONLY -> new AccessRefusal.NotHolder(leaseId);
      case OUTLINE, WHOLE -> null;
    };
  }

  /** A lease that is shown, with as much of it as the caller sees. */
  public Lease show(Lease lease) {
    return this == WHOLE ? lease : lease.outline();
  }

  /** A lease that keeps the caller out: labels tell how to reach a holder whom it may know. */
  public Lease showInTheWay(Lease lease) {
    return isShown() ? show(lease) : lease.outline().withoutLabels();
  }
}
