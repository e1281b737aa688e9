package dev.leasehold.cli.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One step with its number in flight. Cycles count from the first one that is done after a while,
 * so that a slow start is not measured, until the time is over.
 */
final class BenchStep {

  private static final int DIGITS = 3;

  private final int inFlight;
  private final LongSupplier clock;
  private final long goingNanos;
  private final long measuredNanos;
  private final CountDownLatch slots;
  private final Histogram micros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), DIGITS);
  private final LongAdder cycles = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /** When the measured time began; null before. */
  private volatile @Nullable Long firstNanos;

  BenchStep(int inFlight, long getGoingNanos, long measuredNanos, LongSupplier clock) {
    this.inFlight = inFlight;
    this.clock = clock;
    this.goingNanos = clock.getAsLong() + getGoingNanos;
    this.measuredNanos = measuredNanos;
    this.slots = new CountDownLatch(inFlight);
  }

  boolean goesOn() {
    Long first = firstNanos;
    boolean hasTime = first == null || clock.getAsLong() - first < measuredNanos;
    return !stopped && failure.get() == null && hasTime;
  }

  void stop() {
    stopped = true;
  }

  /** Counts a cycle that ended in the measured time. */
  void done(long begunNanos) {
    long now = clock.getAsLong();
    Long first = firstNanos;
    if (first == null) {
      begin(now);
    } else if (now - first <= measuredNanos) {
      cycles.increment();
      micros.recordValue(Math.min((now - begunNanos) / 1_000, micros.getHighestTrackableValue()));
    }
  }

  private synchronized void begin(long now) {
    if (firstNanos == null && now - goingNanos >= 0) {
      firstNanos = now;
    }
  }

  void failed(Throwable cause) {
    failure.compareAndSet(null, cause);
  }

  @Nullable Throwable failure() {
    return failure.get();
  }

  void slotEnded() {
    slots.countDown();
  }

  void awaitEnd() {
    // Every request has a time-out, so that every slot ends.
    boolean ended = awaitEnd(Long.MAX_VALUE);
    if (!ended) {
      failed(new IllegalStateException("it was interrupted"));
    }
  }

  boolean awaitEnd(long seconds) {
    try {
      return slots.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  BenchFigures figures() {
    return BenchFigures.of(inFlight, cycles.sum(), measuredNanos / 1e9, micros);
  }
}
