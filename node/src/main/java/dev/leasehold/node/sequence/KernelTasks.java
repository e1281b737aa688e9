package dev.leasehold.node.sequence;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on the kernel that are no commands, such as copies of its state: other threads ask for
 * them, and the kernel's thread runs them between two runs of commands.
 */
final class KernelTasks {

  /** The longest time that commands wait for a task that was announced and does not come. */
  private static final long PRESSED_MILLIS = 15;

  private final Runnable wake;
  private final ArrayDeque<Work<?>> waiting = new ArrayDeque<>();
  private boolean pressing;
  private boolean closed;

  private record Work<T>(Supplier<T> task, CompletableFuture<T> result) {

    void run() {
      try {
        result.complete(task.get());
      } catch (RuntimeException e) {
        result.completeExceptionally(e);
      }
    }
  }

  /**
   * @param wake lets the kernel's thread look here if it rests
   */
  KernelTasks(Runnable wake) {
    this.wake = wake;
  }

  /** Has the task done after the next run. */
  <T> CompletableFuture<T> ask(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(StoppedException.untried());
      }
      waiting.add(new Work<>(task, result));
      notifyAll();
    }
    wake.run();
    return result;
  }

  /** Lets the kernel wait a little for the next task after each run, so that this comes first. */
  synchronized void press(boolean now) {
    pressing = now;
  }

  /** Whether commands wait for tasks after each run. */
  synchronized boolean isPressing() {
    return pressing;
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Does one task. An exception goes to the thread that asked; the kernel goes on. */
  void doOne() throws InterruptedException {
    Work<?> next = take();
    if (next != null) {
      next.run();
    }
  }

  private synchronized @Nullable Work<?> take() throws InterruptedException {
    if (pressing && waiting.isEmpty() && !closed) {
      wait(PRESSED_MILLIS);
    }
    return waiting.poll();
  }

  /** Does no more tasks; threads that wait for one are told so. */
  void close() {
    ArrayDeque<Work<?>> undone;
    synchronized (this) {
      closed = true;
      notifyAll();
      undone = new ArrayDeque<>(waiting);
      waiting.clear();
    }
    undone.forEach(work -> work.result.completeExceptionally(StoppedException.untried()));
  }
}
