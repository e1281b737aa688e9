package dev.leasehold.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that goes on only when a test says so; what falls due runs on the test's thread. */
final class MovedTiming implements Timing {

  private record Due(long nanos, Runnable task) {}

  private final List<Due> alarms = new ArrayList<>();

  /** Just before it runs over, so that comparing instead of subtracting would show. */
  private long nowNanos = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  @Override
  public synchronized long nanoTime() {
    return nowNanos;
  }

  @Override
  public synchronized Alarm at(long nanos, Runnable task) {
    Due due = new Due(nanos, task);
    alarms.add(due);
    return () -> cancel(due);
  }

  private synchronized void cancel(Due due) {
    alarms.removeIf(alarm -> alarm == due);
  }

  /** Lets time pass, and everything that falls due happen at its time. */
  void pass(Duration duration) {
    long end = nanoTime() + duration.toNanos();
    for (Due due = next(end); due != null; due = next(end)) {
      due.task.run();
    }
  }

  /** Lets time pass without anybody noticing, as a stopped process does. */
  synchronized void passUnnoticed(Duration duration) {
    nowNanos += duration.toNanos();
  }

  private synchronized Due next(long endNanos) {
    Due due =
        alarms.stream()
            .filter(alarm -> alarm.nanos - endNanos <= 0)
            .min(Comparator.comparingLong(alarm -> alarm.nanos - nowNanos))
            .orElse(null);
    if (due == null) {
      nowNanos = Math.max(endNanos - nowNanos, 0) + nowNanos;
    } else {
      alarms.remove(due);
      nowNanos += Math.max(0, due.nanos - nowNanos);
    }
    return due;
  }

  @Override
  public synchronized void close() {
    alarms.clear();
  }
}
