package dev.leasehold.testing.exploration;

/**
 * The rules that hold in every state and on every way to it, besides the auditor's {@link
 * dev.leasehold.testing.simulation.audit.Invariant invariants}.
 */
public enum Rule {
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
