package dev.leasehold.client.budget;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A budget's clock that goes on only when a test says so; what is due runs on the test's thread.
 */
final class MovedClock implements BudgetClock {

  private record Due(long nanos, Runnable task) {}

  /** More than a budget has to do in the minutes that a test lets pass at once. */
  private static final int MOST_TASKS = 500;

  private final List<Due> tasks = new ArrayList<>();
  private int failures;

  /** Just before it runs over, so that comparing instead of subtracting would show. */
  private long nowNanos = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  @Override
  public synchronized long nanoTime() {
    if (failures > 0) {
      failures--;
      throw new IllegalStateException("as nobody has foreseen");
    }
    return nowNanos;
  }

  /** The next so many who look at the clock fail. */
  synchronized void fail(int times) {
    failures = times;
  }

  @Override
  public synchronized Runnable after(long nanos, Runnable task) {
    Due due = new Due(nowNanos + Math.max(0, nanos), task);
    tasks.add(due);
    return () -> cancel(due);
  }

  private synchronized void cancel(Due due) {
    tasks.removeIf(task -> task == due);
  }

  /** Lets time pass, and everything that falls due happen at its time. */
  void pass(Duration duration) {
    long end = now() + duration.toNanos();
    int done = 0;
    for (Due due = next(end); due != null; due = next(end)) {
      due.task.run();
      if (++done > MOST_TASKS) {
        throw new AssertionError("more than " + MOST_TASKS + " tasks in " + duration);
      }
    }
  }

  private synchronized long now() {
    return nowNanos;
  }

  /** Lets time pass at once, and then what has fallen due meanwhile happen. */
  void leap(Duration duration) {
    synchronized (this) {
      nowNanos += duration.toNanos();
    }
    runDue();
  }

  /** Does what is due now. */
  void runDue() {
    pass(Duration.ZERO);
  }

  private synchronized Due next(long endNanos) {
    Due due =
        tasks.stream()
            .filter(task -> task.nanos - endNanos <= 0)
            .min(Comparator.comparingLong(task -> task.nanos - nowNanos))
            .orElse(null);
    if (due == null) {
      nowNanos += Math.max(endNanos - nowNanos, 0);
    } else {
      tasks.remove(due);
      nowNanos += Math.max(0, due.nanos - nowNanos);
    }
    return due;
  }

  @Override
  public synchronized void close() {
    tasks.clear();
  }
}
