package dev.leasehold.kernel.policy;

/** How a scope is held. Two leases on overlapping scopes agree only if both are shared. */
public enum Mode {
  EXCLUSIVE,
  SHARED;

  public boolean excludes(Mode other) {
    return this == EXCLUSIVE || other == EXCLUSIVE;
  }
}
