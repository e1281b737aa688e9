package dev.leasehold.kernel.notice;

import dev.leasehold.kernel.policy.LeaseState;

/** The kinds of notices. */
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
  DECLINED,
  /** A commit was checked in after the lease had ended. */
  LATE_COMMIT,
  /**
   * The lease was granted after a wait. In band the reply says so, and this is told to addresses
   * outside alone.
   */
  GRANTED,
  /** To admins: a holder asks for more time. */
  EXTENSION_REQUEST,
  /** The lease lasts longer, as was asked. */
  EXTENDED,
  /** The lease does not get the time that was asked for. */
  EXTENSION_DECLINED;

  public static NoticeKind ofEnd(LeaseState state) {
    return switch (state) {
      case REVOKED -> REVOKED;
      case EVICTED -> EVICTED;
      default -> ENDED;
    };
  }

  /** Whether its reason tells amounts. */
  public boolean isAboutMoney() {
    return this == OVERRUN || this == THRESHOLD || this == REQUEST || this == APPROVED;
  }

  /** Whether it speaks of an end to come. */
  public boolean looksAhead() {
    return this == REMINDER || this == ENDING;
  }

  /** Whether it goes to admins, whoever holds the lease. */
  public boolean isForAdmins() {
    return this == OVERRUN || this == REQUEST || this == EXTENSION_REQUEST;
  }

  /** Whether it is told at any hour: what can be done about it can be done now or not at all. */
  public boolean ignoresQuietHours() {
    return looksAhead() || this == EVICTED || this == REVOKED;
  }

  /** Whether it is no news any more once the end that it tells has come. */
  public boolean isOverAtItsEnd() {
    return looksAhead() || this == EXTENDED;
  }

  /** Whether it tells an end that is not so any more once that has moved. */
  public boolean isOverWhenEndMoves() {
    return this == REMINDER || this == EXTENDED;
  }

  /** Whether it is no news any more once the lease has ended. */
  public boolean isOverWithLease() {
    return isOverAtItsEnd() || this == QUESTION;
  }

  /** Whether addresses outside are not told of it any more once the lease has ended. */
  public boolean isDroppedAfterLease() {
    return isOverWithLease() || this == GRANTED || this == RECEIVED || this == EXTENSION_DECLINED;
  }
}
