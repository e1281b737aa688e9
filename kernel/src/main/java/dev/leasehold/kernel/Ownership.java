package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Whether a caller may change a lease: it has not ended, and it is the caller's own. */
final class Ownership {

  private Ownership() {}

  /** The lease waits or is active, and the caller holds it. */
  static @Nullable Refusal checkLiving(Caller caller, Holding holding) {
    if (holding.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(holding.id, holding.state());
    }
    return checkHolder(caller, holding);
  }

  /** The caller holds the lease and may use it: it neither waits nor is it being released. */
  static @Nullable Refusal checkActive(Caller caller, Holding holding) {
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
  static @Nullable Refusal checkHolder(Caller caller, Holding holding) {
    if (!holding.holder.name.equals(caller.actor()) || caller.role() == Role.AUDITOR) {
      return new Refusal.NotHolder(holding.id);
    }
    return checkSpace(caller, holding);
  }

  static @Nullable Refusal checkSpace(Caller caller, Holding holding) {
    return caller.isAdmittedTo(holding.space.name)
        ? null
        : new Refusal.Forbidden("your token does not name the space " + holding.space.name);
  }
}
