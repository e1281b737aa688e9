package dev.leasehold.node.tables;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A thread of the least priority that works in turns and rests before each, until it is closed. */
public final class RestingThread implements AutoCloseable {

  private final LongSupplier turn;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param firstRestNanos the rest before the first turn
   * @param turn works, and gives the nanoseconds to rest before the next turn
   */
  public RestingThread(String name, long firstRestNanos, LongSupplier turn) {
    this.turn = turn;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .priority(Thread.MIN_PRIORITY)
            .unstarted(() -> takeTurns(firstRestNanos));
  }

  public void start() {
    thread.start();
  }

  private void takeTurns(long firstRestNanos) {
    long restNanos = firstRestNanos;
    while (rest(restNanos)) {
      restNanos = turn.getAsLong();
    }
  }

  private synchronized boolean rest(long nanos) {
    try {
      if (!closed) {
        TimeUnit.NANOSECONDS.timedWait(this, nanos);
      }
    } catch (InterruptedException e) {
      return false;
    }
    return !closed;
  }

  /** Wakes the thread, and waits for the end of its turn. */
  @Override
  public void close() {
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
