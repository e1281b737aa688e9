package dev.leasehold.node.sequence;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Work with the kernel that is no command. Others ask for it, the kernel's thread does it. */
final class BetweenRuns {

  /** No command waits longer for work that does not come. */
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
  BetweenRuns(Runnable wake) {
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

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Does one task. What it throws is for whoever asked; the kernel goes on. */
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

  /** Nothing more is done; whoever waits is told so. */
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
