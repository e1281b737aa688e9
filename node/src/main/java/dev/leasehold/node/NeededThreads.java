package dev.leasehold.node;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Looks every second whether the threads that a server needs are still there. One that has died, of
 * whatever, could not be trusted to tell: the server would go on without it and answer nobody.
 * Those of pools, which make pages and figures, are not among them: a pool replaces one that has
 * died.
 */
final class NeededThreads implements AutoCloseable {

  private static final long LOOK_EVERY_MILLIS = 1_000;

  private final List<Thread> needed;
  private final BooleanSupplier isServing;
  private final Consumer<Throwable> onDeath;
  private final Thread thread;
  private volatile boolean closed;

  private NeededThreads(
      List<Thread> needed, BooleanSupplier isServing, Consumer<Throwable> onDeath) {
    this.needed = needed;
    this.isServing = isServing;
    this.onDeath = onDeath;
    this.thread = Thread.ofPlatform().daemon().name("leasehold-threads").unstarted(this::look);
  }

  /**
   * Starts at once.
   *
   * @param isServing whether the threads that take requests are there
   * @param onDeath told of the first that is missing, every second until it had memory enough; may
   *     close this
   */
  static NeededThreads watch(
      List<Thread> needed, BooleanSupplier isServing, Consumer<Throwable> onDeath) {
    NeededThreads watch = new NeededThreads(List.copyOf(needed), isServing, onDeath);
    watch.thread.start();
    return watch;
  }

  private void look() {
    while (!closed) {
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
        String missing = missing();
        if (!missing.isEmpty() && !closed) {
          onDeath.accept(new IllegalStateException(missing + " has ended and is needed"));
          return;
        }
      } catch (InterruptedException e) {
        return;
      } catch (OutOfMemoryError e) {
        // The next look may find more; a server that stays without memory is ended by the JVM.
      }
    }
  }

  private String missing() {
    for (Thread one : needed) {
      if (!one.isAlive()) {
        return "the thread " + one.getName();
      }
    }
    return isServing.getAsBoolean() ? "" : "a thread that takes requests";
  }

  @Override
  public void close() {
    closed = true;
    if (Thread.currentThread() != thread) {
      thread.interrupt();
    }
  }
}
