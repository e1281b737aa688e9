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
  public static @Nullable Refusal checkLiving(Caller caller, LeaseRecord record) {
    if (record.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(record.id, record.state());
    }
    return checkHolder(caller, record);
  }

  /** The caller holds the lease and may use it: it neither waits nor is it being released. */
  public static @Nullable Refusal checkActive(Caller caller, LeaseRecord record) {
    Refusal refusal = checkLiving(caller, record);
    if (refusal != null) {
      return refusal;
    }
    if (record.isPending()) {
      return new Refusal.StillWaiting(record.id);
    }
    return record.isBeingReleased() ? new Refusal.BeingReleased(record.id) : null;
  }

  /** The caller's own, in whatever state. An auditor reads and owns nothing. */
  public static @Nullable Refusal checkHolder(Caller caller, LeaseRecord record) {
    return record.holder.name.equals(caller.actor()) && caller.role() != Role.AUDITOR
        ? null
        : new Refusal.NotHolder(record.id);
  }
}
