package dev.leasehold.client;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's monotonic clock, and one thread for all alarms. */
final class SystemTiming implements Timing {

  private static final System.Logger LOG = System.getLogger(SystemTiming.class.getName());

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, Threads.own("leasehold-timing"));

  SystemTiming() {
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Alarm at(long nanos, Runnable task) {
    long delay = Math.max(0, nanos - nanoTime());
    try {
      Future<?> future = executor.schedule(() -> run(task), delay, TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException e) {
      // Closed: what would have been done is not wanted any more.
      return () -> {};
    }
  }

  /** A task that fails must not take the others with it, nor vanish in silence. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a task of the client has failed", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
