package dev.leasehold.kernel.request;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.state.LeaseRecord;
import org.jspecify.annotations.Nullable;

/** Whether a caller may change a lease: it has not ended, and it is the caller's own. */
public final class Ownership {

  private Ownership() {}

  /** The lease waits or is active, and the caller holds it. */
  public static @Nullable Refusal checkLiving(Caller caller, LeaseRecord holding) {
    if (holding.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(holding.id, holding.state());
    }
    return checkHolder(caller, holding);
  }

  /** The caller holds the lease and may use it: it neither waits nor is it being released. */
  public static @Nullable Refusal checkActive(Caller caller, LeaseRecord holding) {
    Refusal refusal = checkLiving(caller, holding);
    if (refusal != null) {
      return refusal;
    }
    if (holding.isPending()) {
      return new Refusal.StillWaiting(holding.id);
    }
    return holding.isBeingReleased() ? new Refusal.BeingReleased(holding.id) : null;
  }

  /** The caller's own, in whatever state. An auditor reads and owns nothing. */
  public static @Nullable Refusal checkHolder(Caller caller, LeaseRecord holding) {
    return holding.holder.name.equals(caller.actor()) && caller.role() != Role.AUDITOR
        ? null
        : new Refusal.NotHolder(holding.id);
  }

  /** An agent reads its own; auditors and admins read all that they reach. */
  public static @Nullable Refusal checkReader(Caller caller, LeaseRecord holding) {
    return caller.role() == Role.AGENT ? checkHolder(caller, holding) : null;
  }
}
