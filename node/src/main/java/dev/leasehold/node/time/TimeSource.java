package dev.leasehold.node.time;

import java.util.concurrent.locks.LockSupport;

/** The source of time: the machine, or a test that moves it. */
public interface TimeSource {

  /** Nanoseconds since an origin that stays the same as long as the identity does. */
  long monotonicNanos();

  /**
   * Names the monotonic clock. Readings of two processes may be compared only if both saw the same
   * identity; where that is not certain, every process has an identity of its own.
   */
  String identity();

  /**
   * Nanoseconds that this process has had to work in, or could have. Between two readings by a
   * thread that reads often, a gap means that the process stood still.
   */
  default long livedNanos() {
    return monotonicNanos();
  }

  /** Nanoseconds since the Unix epoch, for people and audit. */
  long wallNanos();

  /**
   * Waits until the nanoseconds have passed on this clock or somebody unparks the thread; it may
   * also return for no reason.
   */
  default void park(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }
}
