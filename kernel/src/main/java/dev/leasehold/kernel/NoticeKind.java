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
  ENDED,
  /** Somebody asks for the lease. */
  QUESTION,
  /** To admins: the cost of a call was reported too late to be counted. */
  OVERRUN,
  /** So much of the lease's budget is spent. */
  THRESHOLD,
  /** To admins: a holder asks for more budget. */
  REQUEST,
  /** The lease got the budget that was asked for. */
  APPROVED,
  /** The lease does not get the budget that was asked for. */
  DECLINED;

  public static NoticeKind ofEnd(LeaseState state) {
    return switch (state) {
      case REVOKED -> REVOKED;
      case EVICTED -> EVICTED;
      default -> ENDED;
    };
  }

  /** Whether it speaks of an end to come. */
  public boolean looksAhead() {
    return this == REMINDER || this == ENDING;
  }

  /** Whether it is no news any more once the lease has ended. */
  public boolean isOverWithLease() {
    return looksAhead() || this == QUESTION;
  }
}
