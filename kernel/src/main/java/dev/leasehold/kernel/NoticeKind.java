package dev.leasehold.kernel;

/** The subject of a notice. */
public enum NoticeKind {
  /** The lease will end in a while. */
  REMINDER,
  /** An admin will take the lease away in a while. */
  ENDING,
  /** The lease has come from another holder, by transfer or derivation. */
  RECEIVED,
  EXPIRED,
  REVOKED,
  EVICTED,
  /** The lease has ended otherwise, and not by its holder. */
  ENDED;

  public static NoticeKind ofEnd(LeaseState state) {
    return switch (state) {
      case REVOKED -> REVOKED;
      case EVICTED -> EVICTED;
      default -> ENDED;
    };
  }

  /** Whether it speaks of something to come, which is no news once the lease has ended. */
  public boolean looksAhead() {
    return this == REMINDER || this == ENDING;
  }
}
