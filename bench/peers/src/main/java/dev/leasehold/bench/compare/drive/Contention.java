package dev.leasehold.bench.compare.drive;

import dev.leasehold.bench.compare.client.ContendedLock;
import dev.leasehold.bench.compare.client.WrongReplyException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Many want one resource, and each lets go at once. Measured is the time from when a release is
 * sent to when the next contender has its grant.
 */
final class Contention {

  private final ContendedLock lock;
  private final Tally tally;
  private final Runnable whileHeld;
  private final LongSupplier clock;
  private final AtomicInteger inside = new AtomicInteger();

  /** When the last holder began to let go; 0 before the first. Written by the holder only. */
  private volatile long releasedNanos;

  private Contention(ContendedLock lock, double seconds, Runnable whileHeld, LongSupplier clock) {
    this.lock = lock;
    this.tally = new Tally(seconds, clock);
    this.whileHeld = whileHeld;
    this.clock = clock;
  }

  static Outcome run(Order order, ContendedLock lock) throws InterruptedException {
    return run(order, lock, () -> {}, System::nanoTime);
  }

  /**
   * @param whileHeld what a contender does with the resource
   * @param clock counts nanoseconds, from more than 0
   */
  static Outcome run(Order order, ContendedLock lock, Runnable whileHeld, LongSupplier clock)
      throws InterruptedException {
    Contention contention = new Contention(lock, order.seconds(), whileHeld, clock);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < order.inFlight(); i++) {
      int contender = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("contender-" + i)
              .start(() -> contention.contend(contender)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return contention.tally.outcome();
  }

  private void contend(int contender) {
    try {
      while (tally.goesOn()) {
        lock.lock(contender);
        if (inside.incrementAndGet() != 1) {
          throw new WrongReplyException("two hold the same resource at once");
        }
        long released = releasedNanos;
        if (released != 0) {
          tally.done(released);
        }
        whileHeld.run();
        inside.decrementAndGet();
        releasedNanos = clock.getAsLong();
        lock.unlock(contender);
      }
    } catch (Exception e) {
      tally.failed(e);
    }
  }
}
