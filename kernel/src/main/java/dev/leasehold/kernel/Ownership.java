package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Whether a caller may change a lease: it has not ended, and it is the caller's own. */
final class Ownership {

  private Ownership() {}

  static @Nullable Refusal check(Caller caller, Lease lease) {
    if (lease.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(lease.id(), lease.state());
    }
    return checkHolder(caller, lease);
  }

  static @Nullable Refusal checkHolder(Caller caller, Lease lease) {
    if (!lease.isHeldBy(caller.actor())) {
      return new Refusal.NotHolder(lease.id());
    }
    return checkSpace(caller, lease);
  }

  static @Nullable Refusal checkSpace(Caller caller, Lease lease) {
    return caller.isAdmittedTo(lease.space())
        ? null
        : new Refusal.Forbidden("your token does not name the space " + lease.space());
  }
}
