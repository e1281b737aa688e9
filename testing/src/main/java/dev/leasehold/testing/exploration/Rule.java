package dev.leasehold.testing.exploration;

/** What must hold in every state and on every way to it, by name. */
public enum Rule {
  /** No two leases that keep others out conflict, unless one is derived from the other. */
  NO_TWO_HOLDERS,
  /** Nobody waits whom neither a lease nor a waiter ahead keeps out. */
  NOBODY_WAITS_IN_VAIN,
  /** Nobody is granted what conflicts with a waiter ahead. */
  NOBODY_OVERTAKES,
  /** After a command that may wait or grant, nobody waits for itself, however indirectly. */
  NO_DEADLOCK,
  /** Every token is its grant's position, and larger than every token before it. */
  TOKENS_STRICTLY_RISE,
  /** No lease is active, waiting or in grace at the tick at which that ends. */
  EXPIRED_AT_THE_DEADLINE,
  /** Nothing ends by time before its time. */
  NEVER_EARLY,
  /** A derived lease stays within its parent: scope, mode, deadline and life. */
  CHILD_WITHIN_PARENT,
  /** Of a lease, what is spent, reserved, delegated and returned is at most what was granted. */
  BUDGETS_ADD_UP,
  /** Of a pool, what was put in is free, outstanding with leases or spent. */
  POOLS_ADD_UP,
  /** What the kernel shows is what its events have made. */
  EVENTS_TELL_ALL,
  /** The same events make the same state. */
  REPLAY_EQUALS_LIVE,
  /** A kernel read back from a snapshot does what one does that never stopped. */
  RESTORED_EQUALS_LIVE,
  /** A retry gets the same lease and changes nothing; another body under the same id is refused. */
  RETRIES_CHANGE_NOTHING,
  /** A refusal changes nothing but what time has changed. */
  REFUSALS_CHANGE_NOTHING,
  /** A read right after a command finds nothing left to do. */
  NOTHING_IS_LEFT_DUE,
  /** When everything is taken away and time passes, nobody waits and no money is out. */
  EVERYTHING_ENDS,
  /** Refusals are values; an exception is a bug. */
  NOTHING_IS_THROWN
}
