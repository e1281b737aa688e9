package dev.leasehold.bench.compare.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Keeps a number of operations under way: each slot begins the next one as soon as its last one is
 * done. Returns when nothing is under way any more.
 */
final class Slots {

  /** An operation that is under way when it returns. */
  interface Asynchronous {
    CompletableFuture<?> begin(int slot, long n);
  }

  /** An operation that is done when it returns. */
  interface Blocking {
    void run(int slot, long n) throws Exception;
  }

  private final Order order;
  private final Tally tally;
  private final CountDownLatch underWay;

  private Slots(Order order, Tally tally) {
    this.order = order;
    this.tally = tally;
    this.underWay = new CountDownLatch(order.inFlight());
  }

  static Outcome asynchronously(Order order, Asynchronous operation) throws InterruptedException {
    Slots slots = new Slots(order, new Tally(order.seconds()));
    for (int slot = 0; slot < order.inFlight(); slot++) {
      slots.next(operation, slot, 0);
    }
    slots.underWay.await();
    return slots.tally.outcome();
  }

  static Outcome blocking(Order order, Blocking operation) throws InterruptedException {
    Slots slots = new Slots(order, new Tally(order.seconds()));
    List<Thread> threads = new ArrayList<>();
    for (int slot = 0; slot < order.inFlight(); slot++) {
      int own = slot;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("slot-" + slot)
              .start(() -> slots.loop(operation, own)));
    }
    slots.underWay.await();
    return slots.tally.outcome();
  }

  private boolean goesOn(int slot, long n) {
    boolean isLeft = order.count() == 0 || slot + n * order.inFlight() < order.count();
    return isLeft && tally.goesOn();
  }

  private void next(Asynchronous operation, int slot, long n) {
    if (!goesOn(slot, n)) {
      underWay.countDown();
      return;
    }
    long begunNanos = System.nanoTime();
    CompletableFuture<?> begun;
    try {
      begun = operation.begin(slot, n);
    } catch (RuntimeException e) {
      begun = CompletableFuture.failedFuture(e);
    }
    begun.whenComplete(
        (done, failure) -> {
          if (failure == null) {
            tally.done(begunNanos);
          } else {
            tally.failed(failure);
          }
          next(operation, slot, n + 1);
        });
  }

  private void loop(Blocking operation, int slot) {
    try {
      for (long n = 0; goesOn(slot, n); n++) {
        long begunNanos = System.nanoTime();
        operation.run(slot, n);
        tally.done(begunNanos);
      }
    } catch (Exception e) {
      tally.failed(e);
    } finally {
      underWay.countDown();
    }
  }
}
