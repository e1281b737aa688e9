package dev.leasehold.kernel.policy;

import java.util.Optional;

/** The states of a lease. Parsing ignores case; the canonical form is upper case. */
public enum LeaseState {
  PENDING,
  ACTIVE,
  EXPIRED,
  RELEASED,
  COMPLETED,
  CLOSED,
  REVOKED,
  EVICTED,
  FAILED;

  /** Whether a lease in this state has ended. An expired lease in grace may still be closed. */
  public boolean isTerminal() {
    return this != PENDING && this != ACTIVE;
  }

  public static Optional<LeaseState> parse(String text) {
    return Spelling.parse(LeaseState.class, text);
  }
}
