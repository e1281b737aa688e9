package dev.leasehold.client;

/** The clock that deadlines are counted on, and the alarms on it. Tests move it. */
interface Timing extends AutoCloseable {

  /** Nanoseconds from an arbitrary point, as {@link System#nanoTime}: compare by difference. */
  long nanoTime();

  /** Runs the task, which must be quick, when the clock has reached the time, or soon after. */
  Alarm at(long nanos, Runnable task);

  @Override
  void close();

  /** Something that is yet to run. */
  interface Alarm {
    void cancel();
  }
}
