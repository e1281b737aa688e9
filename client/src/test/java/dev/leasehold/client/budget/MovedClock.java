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

  private final List<Due> tasks = new ArrayList<>();

  /** Just before it runs over, so that comparing instead of subtracting would show. */
  private long nowNanos = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  @Override
  public synchronized long nanoTime() {
    return nowNanos;
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
    long end = nanoTime() + duration.toNanos();
    for (Due due = next(end); due != null; due = next(end)) {
      due.task.run();
    }
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
