package dev.leasehold.kernel;

import java.util.Optional;

/** Whether a caller may change a lease: it has not ended, and it is the caller's own. */
final class Ownership {

  private Ownership() {}

  static Optional<Refusal> check(Caller caller, Lease lease) {
    if (lease.state().isTerminal()) {
      return Optional.of(new Refusal.AlreadyTerminal(lease.id(), lease.state()));
    }
    return checkHolder(caller, lease);
  }

  static Optional<Refusal> checkHolder(Caller caller, Lease lease) {
    if (!lease.isHeldBy(caller.actor())) {
      return Optional.of(new Refusal.NotHolder(lease.id()));
    }
    return checkSpace(caller, lease);
  }

  static Optional<Refusal> checkSpace(Caller caller, Lease lease) {
    return caller.isAdmittedTo(lease.space())
        ? Optional.empty()
        : Optional.of(
            new Refusal.Forbidden("your token does not name the space " + lease.space()));
  }
}
