package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.node.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Between the thread that decides, which fills the open batch, and the one that writes, which takes
 * all of it whenever none is being written. That is the whole of group commit: no timer, and the
 * slower the disk, the larger the batches.
 */
final class Handover {

  private final TimeSource time;
  private Batch open = new Batch();
  private boolean writing;
  private long writingSinceNanos;
  private boolean closed;
  private boolean aborted;

  Handover(TimeSource time) {
    this.time = time;
  }

  /**
   * Returns when no write has been under way for long. Decided meanwhile, a command could not be
   * answered before the write is done, and the time of a grant would run with nobody told of it.
   */
  synchronized void awaitQuickWriter() throws InterruptedException {
    while (writing && !aborted && time.livedNanos() - writingSinceNanos > Pulse.STOOD_STILL_NANOS) {
      wait();
    }
  }

  /** Adds an outcome; waits while the open batch is full. */
  synchronized void add(Outcome outcome, @Nullable CompletableFuture<Outcome> reply)
      throws InterruptedException {
    while (open.isFull() && !aborted) {
      notifyAll();
      wait();
    }
    if (aborted) {
      throw StoppedException.unknown();
    }
    open.add(outcome, reply);
  }

  synchronized void mark(long tick) {
    open.mark(tick);
  }

  /** Makes the last event that was added the last of a block. */
  synchronized void endBlock() {
    open.end();
  }

  /** Tells the writer that there may be something to take. */
  synchronized void flush() {
    if (!open.isEmpty()) {
      notifyAll();
    }
  }

  /** Waits for something to write; null when there will be nothing more. */
  synchronized @Nullable Batch take() throws InterruptedException {
    while (!aborted && (writing || (open.isEmpty() && !closed))) {
      wait();
    }
    return aborted || open.isEmpty() ? null : takeOpen();
  }

  /** Takes what is there for a thread that is not the writer's; null if that one is at work. */
  synchronized @Nullable Batch takeIfIdle() {
    return writing || aborted || open.isEmpty() ? null : takeOpen();
  }

  private Batch takeOpen() {
    Batch taken = open;
    open = new Batch();
    writing = true;
    writingSinceNanos = time.livedNanos();
    notifyAll();
    return taken;
  }

  /** Tells that the batch that was taken is done with, so that the next can be. */
  synchronized void written() {
    writing = false;
    notifyAll();
  }

  /** Whether nothing is being written and nothing waits to be. */
  synchronized boolean isIdle() {
    return !writing && !closed && !aborted && open.isEmpty();
  }

  /** Nothing more will be added; what is there is still to be written. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized boolean isAborted() {
    return aborted;
  }

  /** Nothing more is written. Returns what was open. */
  synchronized Batch abort() {
    aborted = true;
    notifyAll();
    return open;
  }
}
