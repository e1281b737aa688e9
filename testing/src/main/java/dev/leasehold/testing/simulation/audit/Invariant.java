package dev.leasehold.testing.simulation.audit;

/** The rules that hold after every step. */
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
  /** A lease is ended by time, its holder or an admin, each by the command for it. */
  NO_CHANGE_WITHOUT_CAUSE,
  /** A lease moves from pending to active, from there to an end; only grace leads back. */
  TRANSITIONS_ARE_LEGAL,
  /** A renewal moves the deadline further, by its ttl from now, and counts. */
  RENEWALS_ONLY_EXTEND,
  /** A request id has one effect for as long as its lease is remembered. */
  RETRIES_HAVE_ONE_EFFECT,
  /** A retry is answered with the lease that the request made or changed. */
  RETRIES_GET_THE_SAME_LEASE,
  /** A refusal, a retry and a query change nothing but what time has changed. */
  REFUSALS_CHANGE_NOTHING,
  /** A refused command breaks the rule that the refusal names. */
  REFUSALS_ARE_DESERVED,
  /** A reply shows the lease as it is, a list all leases, a check all conflicts. */
  REPLIES_TELL_THE_TRUTH,
  /** The id of a lease is new, and one that a caller chose never comes again. */
  IDS_ARE_NEVER_USED_TWICE,
  /**
   * Where epochs last they rise with every exclusive grant, and a new resource begins at 0;
   * elsewhere each lease does.
   */
  EPOCHS_NEVER_FALL,
  /** Pruning forgets the leases that ended first, none younger than asked, none that is held. */
  PRUNING_SPARES_THE_YOUNG,
  /** Counts and the next due tick agree with the leases there are. */
  COUNTS_AGREE,
  /** After a crash every operation that was acknowledged is still there. */
  ACKNOWLEDGED_SURVIVES,
  /** The same events give the same state, by replay as by snapshot. */
  SAME_EVENTS_SAME_STATE,
  /** A fence path is the tokens of the ancestors, the root's first, and then the lease's own. */
  FENCE_PATHS_FOLLOW_THE_TREE,
  /** Nobody is granted anything while a waiter that it conflicts with is ahead of it. */
  NOBODY_JUMPS_THE_QUEUE,
  /** After every command no waiter waits that could be granted. */
  NO_WAKE_UP_IS_LOST,
  /** A party waits only if somebody else is in its way. */
  NO_WAIT_IS_NEEDLESS,
  /** A wait ends at its deadline at the latest, is not granted then, and says why it failed. */
  WAITS_END_IN_TIME,
  /** No command leaves parties that wait for each other in a circle; only aging closes one. */
  NO_DEADLOCK_IS_LEFT,
  /** A refusal for deadlock names a circle of those who wait for each other. */
  DEADLOCKS_ARE_REAL,
  /** A lease ends for want of a heartbeat at the heartbeat's deadline, and only then. */
  HEARTBEATS_COUNT,
  /** An announced end and a delayed release come at their tick, unless something comes first. */
  PLANNED_ENDS_KEEP_THEIR_TICK,
  /** When a lease leaves active its children end with it, and for no other reason by themselves. */
  CHILDREN_END_WITH_THEIR_PARENT,
  /** A child has no later deadline, no wider scope, no stronger mode, no more authority. */
  CHILDREN_ARE_NARROWER,
  /** A transfer hands along deadline, renewals, labels, notice, reminder and children. */
  TRANSFERS_HAND_EVERYTHING_ON,
  /**
   * A lease lasts longer than its renewals make it only where its policy allows that, by what its
   * holder asked for and an admin approved, and not past its parent, its token or an announced end.
   */
  EXTENSIONS_ARE_APPROVED,
  /** A lease is reminded of each end once, when the lead begins, and not if it is no longer. */
  ONE_REMINDER,
  /** A holder is told all that is news to it and nothing that it has acknowledged. */
  NOTICES_ARE_TOLD,
  /** Nobody asks for the same lease twice within a minute. */
  QUESTIONS_COME_ONCE_A_MINUTE,
  /**
   * An agent sees no money and no request id of another's lease, nor any of it where agents see
   * their own.
   */
  OTHERS_SEE_AN_OUTLINE,
  /** Money moves from one account to another; all views of the accounts agree, to the unit. */
  MONEY_IS_CONSERVED,
  /** Nobody is granted more than is free, nor spends, reserves or delegates more than its rest. */
  NOBODY_OVERSPENDS,
  /** A spend beyond the rest is refused whole, and recorded. */
  OVERDRAFTS_ARE_REPORTED,
  /** A lease expires as exhausted exactly when all of some unit is spent. */
  EXHAUSTION_ENDS_A_LEASE,
  /** An agent has one right to spend at a time. */
  ONE_BUDGET_FOR_EACH_HOLDER,
  /** A lease under a policy of budgets that is not derived was granted something to spend. */
  A_RIGHT_TO_SPEND_HAS_AN_AMOUNT,
  /** A reservation ends once: settled, cancelled, or at its own time-out. */
  RESERVATIONS_END_ONCE,
  /** Request ids that moved money outlast their tree and its reservations by 30 days. */
  MONEY_IDS_ARE_KEPT,
  /** Nothing lives that was drawn with a token which is revoked, nor beyond the token's end. */
  LEASES_FALL_WITH_THEIR_TOKEN,
  /** A grant has the newest version of its policy, and keeps it. */
  POLICIES_CHANGE_LATER_GRANTS_ONLY,
  /** Terms, waits and sweeps follow the settings, which change when an admin says so. */
  SETTINGS_ARE_OBEYED,
  /** A restore ends every lease, for that reason, and closes every pool until it is confirmed. */
  A_RESTORE_ENDS_EVERYTHING,
  /** No token and no lasting epoch comes again after a restore. */
  A_RESTORE_GIVES_NOTHING_TWICE,
  /** A grant counts from when it is made, whatever time has passed unrecorded. */
  NOTHING_IS_GRANTED_IN_THE_PAST,
  /** A receiver is told of no lease that is over, nor of more time than it has. */
  REPLIES_PROMISE_WHAT_IS_LEFT,
  /** Refusals are values; an exception is a bug. */
  NOTHING_IS_THROWN
}
