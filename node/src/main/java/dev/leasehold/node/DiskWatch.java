package dev.leasehold.node;

import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.tables.RestingThread;
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
  private final RestingThread thread;

  /**
   * @param onFailure called once, on a thread of its own, if the journal is not in its place any
   *     more
   */
  DiskWatch(Journal journal, DiskSpace diskSpace, Consumer<Throwable> onFailure) {
    this.journal = journal;
    this.diskSpace = diskSpace;
    this.onFailure = onFailure;
    this.thread = new RestingThread("leasehold-disk", FIRST_LOOK_NANOS, this::look);
    thread.start();
  }

  /** Gives the nanoseconds until the next look: after a failure there is none. */
  private long look() {
    try {
      journal.requireInPlace();
      diskSpace.hold();
      return LOOK_EVERY_NANOS;
    } catch (Throwable e) {
      // On a thread of its own, for the one who ends the process may want to close this first.
      Thread.ofPlatform().name("leasehold-failure").start(() -> onFailure.accept(e));
      return Long.MAX_VALUE;
    }
  }

  /** Stops watching; from now on nobody waits for room, either. */
  @Override
  public void close() {
    diskSpace.stopWaiting();
    thread.close();
  }
}
