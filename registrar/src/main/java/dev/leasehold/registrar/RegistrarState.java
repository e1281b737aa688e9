package dev.leasehold.registrar;

import dev.leasehold.kernel.policy.LeaseState;

/** The life of a lease as a ledger tells it; the names are the canonical texts. */
public enum RegistrarState {
  ACTIVE,
  RELEASED,
  EXPIRED;

  /** Nothing leads out of a terminal state. */
  public boolean isTerminal() {
    return this != ACTIVE;
  }

  /** Reads the name of a state, whatever its case. */
  public static Parsed<RegistrarState> parse(String text) {
    for (RegistrarState state : values()) {
      if (LeaseState.parse(text).filter(parsed -> parsed.name().equals(state.name())).isPresent()) {
        return new Parsed.Valid<>(state);
      }
    }
    return new Parsed.Invalid<>(new LeaseError.InvalidLeaseState(text));
  }

  static RegistrarState of(LeaseState state) {
    return switch (state) {
      case ACTIVE -> ACTIVE;
      case RELEASED -> RELEASED;
      case EXPIRED -> EXPIRED;
      default -> throw new IllegalStateException("no ledger leads to the state " + state);
    };
  }
}
