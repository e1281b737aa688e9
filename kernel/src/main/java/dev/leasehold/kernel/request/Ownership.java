package dev.leasehold.kernel.request;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Checks whether a caller may change a lease: it has not ended, and it is the caller's own. */
public final class Ownership {

  private Ownership() {}

  /** The lease waits or is active, and the caller holds it. */
  public static @Nullable Refusal checkLiving(Step step, LeaseRecord record) {
    return record.state().isTerminal() ? ended(step, record) : checkHolder(step.caller(), record);
  }

  /** Refuses because the lease has ended; how it ended is told to those who may read it. */
  public static Refusal ended(Step step, LeaseRecord record) {
    boolean told = step.state.visibilityOf(step.caller(), record).isShown();
    return new LeaseRefusal.AlreadyTerminal(record.lease(), step.tick(), told);
  }

  /** The caller holds the lease and may use it: it neither waits nor is it being released. */
  public static @Nullable Refusal checkActive(Step step, LeaseRecord record) {
    Refusal refusal = checkLiving(step, record);
    if (refusal != null) {
      return refusal;
    }
    if (record.isPending()) {
      return new LeaseRefusal.StillWaiting(record.id);
    }
    return record.isBeingReleased() ? new LeaseRefusal.BeingReleased(record.id) : null;
  }

  /**
   * The caller's own, in whatever state, or one that a gateway acts for: {@link GatewayAccess} has
   * looked at that before. An auditor reads and owns nothing.
   */
  public static @Nullable Refusal checkHolder(Caller caller, LeaseRecord record) {
    boolean own = record.holder.name.equals(caller.actor()) && caller.role() != Role.AUDITOR;
    return own || caller.role() == Role.GATEWAY ? null : new AccessRefusal.NotHolder(record.id);
  }
}
