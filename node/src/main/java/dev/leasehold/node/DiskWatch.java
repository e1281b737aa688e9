package dev.leasehold.node;

import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.files.DiskSpace;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks at the disk every second, also while nobody writes: whether the journal is still in its
 * place, and whether there is room. It also keeps the reserve.
 */
final class DiskWatch implements AutoCloseable {

  /** Servers that live for less need no reserve of their own. */
  private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Journal journal;
  private final DiskSpace diskSpace;
  private final Consumer<Throwable> onFailure;
  private final Thread thread;
  private boolean closed;

  /**
   * @param onFailure called once, on a thread of its own, if the journal is not in its place any
   *     more
   */
  DiskWatch(Journal journal, DiskSpace diskSpace, Consumer<Throwable> onFailure) {
    this.journal = journal;
    this.diskSpace = diskSpace;
    this.onFailure = onFailure;
    this.thread = Thread.ofPlatform().daemon().name("leasehold-disk").start(this::lookUntilClosed);
  }

  private void lookUntilClosed() {
    try {
      for (long pause = FIRST_LOOK_NANOS; !isClosedAfter(pause); pause = LOOK_EVERY_NANOS) {
        journal.requireInPlace();
        diskSpace.hold();
      }
    } catch (Throwable e) {
      // On a thread of its own, for the one who ends the process may want to close this first.
      Thread.ofPlatform().name("leasehold-failure").start(() -> onFailure.accept(e));
    }
  }

  private synchronized boolean isClosedAfter(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !closed; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return closed;
  }

  /** Stops watching; from now on nobody waits for room, either. */
  @Override
  public void close() {
    diskSpace.stopWaiting();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
