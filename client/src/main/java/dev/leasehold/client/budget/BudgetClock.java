package dev.leasehold.client.budget;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The clock of a budget, and its timer. Tests move it. */
interface BudgetClock extends AutoCloseable {

  /** Nanoseconds from an arbitrary point: compare by difference. */
  long nanoTime();

  /** Runs the task when so much time has passed; yields how to take that back. */
  Runnable after(long nanos, Runnable task);

  @Override
  void close();

  /** The machine's clock, with one thread for what a budget does by itself. */
  static BudgetClock system() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "leasehold-budget");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return new BudgetClock() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public Runnable after(long nanos, Runnable task) {
        try {
          Future<?> future = executor.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
          return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
          // Closed: what would have been done is not wanted any more.
          return () -> {};
        }
      }

      @Override
      public void close() {
        executor.shutdown();
      }
    };
  }
}
