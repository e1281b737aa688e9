package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.node.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands batches from the thread that decides, which fills the open batch, to the one that writes,
 * which takes all of it whenever none is being written. That is the whole of group commit: no
 * timer, and the slower the disk, the larger the batches.
 */
final class Handover {

  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();

  /** The writer's thread waits for this. A batch that another thread writes does not wake it. */
  private final Condition toWrite = lock.newCondition();

  /** The deciding thread waits for this: room in the open batch, or the end of a long write. */
  private final Condition moved = lock.newCondition();

  private Batch open = new Batch();
  private boolean writing;
  private long writingSinceNanos;
  private long idleSinceNanos;
  private long lastWriteNanos = Long.MAX_VALUE;
  private boolean closed;
  private boolean aborted;

  Handover(TimeSource time) {
    this.time = time;
  }

  /**
   * Returns when no write has been under way for long. Decided meanwhile, a command could not be
   * answered before the write is done, and the time of a grant would run with nobody told of it.
   */
  void awaitQuickWriter() throws InterruptedException {
    lock.lock();
    try {
      while (isWritingForLong() && !aborted) {
        moved.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isWritingForLong() {
    return writing && time.livedNanos() - writingSinceNanos > PauseDetector.STOOD_STILL_NANOS;
  }

  /** Adds an outcome, whether there is room or not: for a run that began when there was. */
  void addAtOnce(Outcome outcome, @Nullable CompletableFuture<Outcome> reply) {
    lock.lock();
    try {
      if (aborted) {
        throw StoppedException.unknown();
      }
      open.add(outcome, reply);
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is room for a run, which is going to be written soon. */
  boolean hasRoom() {
    lock.lock();
    try {
      return !closed && !aborted && !open.isHalfFull() && !isWritingForLong();
    } finally {
      lock.unlock();
    }
  }

  /** Adds an outcome; waits while the open batch is full. */
  void add(Outcome outcome, @Nullable CompletableFuture<Outcome> reply)
      throws InterruptedException {
    lock.lock();
    try {
      while (open.isFull() && !aborted) {
        wakeWriter();
        moved.await();
      }
      if (aborted) {
        throw StoppedException.unknown();
      }
      open.add(outcome, reply);
    } finally {
      lock.unlock();
    }
  }

  void mark(long tick) {
    lock.lock();
    try {
      open.mark(tick);
    } finally {
      lock.unlock();
    }
  }

  /** Makes the last event that was added the last of a block. */
  void endBlock() {
    lock.lock();
    try {
      open.end();
    } finally {
      lock.unlock();
    }
  }

  /** Tells the writer that there may be something to take. */
  void flush() {
    lock.lock();
    try {
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** While a batch is being written there is nothing to take; its end wakes the writer. */
  private void wakeWriter() {
    if (!writing && (closed || !open.isEmpty())) {
      toWrite.signal();
    }
  }

  /** Waits for something to write; null when there will be nothing more. */
  @Nullable Batch take() throws InterruptedException {
    lock.lock();
    try {
      while (!aborted && (writing || (open.isEmpty() && !closed))) {
        toWrite.await();
      }
      return aborted || open.isEmpty() ? null : takeOpen();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes what is there for a thread that is not the writer's; null if that one is at work, or
   * others have added more than is worth it.
   */
  @Nullable Batch takeIfIdle() {
    lock.lock();
    try {
      return writing || aborted || open.isEmpty() || !open.isSmall() ? null : takeOpen();
    } finally {
      lock.unlock();
    }
  }

  private Batch takeOpen() {
    Batch taken = open;
    open = taken.next();
    writing = true;
    writingSinceNanos = time.livedNanos();
    moved.signalAll();
    return taken;
  }

  /** Tells that the batch that was taken is done with, so that the next can be. */
  void written() {
    lock.lock();
    try {
      writing = false;
      idleSinceNanos = time.livedNanos();
      lastWriteNanos = idleSinceNanos - writingSinceNanos;
      moved.signalAll();
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing is being written and nothing waits to be. */
  boolean isIdle() {
    lock.lock();
    try {
      return !writing && !closed && !aborted && open.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the writer has been waiting for at least as long as a write takes. */
  boolean hasTimeForAnother() {
    lock.lock();
    try {
      return !writing && open.isEmpty() && time.livedNanos() - idleSinceNanos >= lastWriteNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more will be added; what is there is still to be written. */
  void close() {
    lock.lock();
    try {
      closed = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  boolean isAborted() {
    lock.lock();
    try {
      return aborted;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more is written. Returns what was open. */
  Batch abort() {
    lock.lock();
    try {
      aborted = true;
      moved.signalAll();
      toWrite.signalAll();
      return open;
    } finally {
      lock.unlock();
    }
  }
}
