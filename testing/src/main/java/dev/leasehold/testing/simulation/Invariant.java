package dev.leasehold.testing.simulation;

/** What must hold after every step, by name. */
public enum Invariant {
  /** No two leases that keep others out conflict. */
  AT_MOST_ONE_HOLDER,
  /** The token of a grant is its position, and larger than every token before it. */
  TOKENS_STRICTLY_RISE,
  /** Positions rise by one, ticks never fall. */
  JOURNAL_IS_IN_ORDER,
  /** No lease expires before its deadline, by ticks and by the time that really passed. */
  NEVER_EARLY,
  /** No lease counts as held at its deadline or after it. */
  NEVER_LATE,
  /** What ends a lease is time, its holder or an admin, each by the command for it. */
  NO_CHANGE_WITHOUT_CAUSE,
  /** A lease moves only from active to an end, or from expired in grace to closed. */
  TRANSITIONS_ARE_LEGAL,
  /** A renewal moves the deadline further, by its ttl from now, and counts. */
  RENEWALS_ONLY_EXTEND,
  /** A request id has one effect for as long as its lease is remembered. */
  RETRIES_HAVE_ONE_EFFECT,
  /** A retry is answered with the lease that the request made or changed. */
  RETRIES_GET_THE_SAME_LEASE,
  /** A refusal, a retry and a query change nothing but what time has changed. */
  REFUSALS_CHANGE_NOTHING,
  /** What is refused breaks the rule that the refusal names. */
  REFUSALS_ARE_DESERVED,
  /** A reply shows the lease as it is, a list all leases, a check all conflicts. */
  REPLIES_TELL_THE_TRUTH,
  /** The id of a lease is new, and one that a caller chose never comes again. */
  IDS_ARE_NEVER_USED_TWICE,
  /** Under workflow the epoch of a resource rises with every grant; elsewhere it is 0. */
  EPOCHS_NEVER_FALL,
  /** Pruning forgets the leases that ended first, none younger than asked, none that is held. */
  PRUNING_SPARES_THE_YOUNG,
  /** Counts and the next due tick agree with the leases there are. */
  COUNTS_AGREE,
  /** After a crash every operation that was acknowledged is still there. */
  ACKNOWLEDGED_SURVIVES,
  /** The same events give the same state, by replay as by snapshot. */
  SAME_EVENTS_SAME_STATE,
  /** Refusals are values; an exception is a bug. */
  NOTHING_IS_THROWN
}
