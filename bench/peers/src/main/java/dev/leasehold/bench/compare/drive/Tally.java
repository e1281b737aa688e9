package dev.leasehold.bench.compare.drive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The measurements of one run, which any thread may add to. */
final class Tally {

  /** Significant digits of a latency; more would tell a reader nothing. */
  private static final int DIGITS = 3;

  private final Histogram micros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(10), DIGITS);
  private final LongAdder inTime = new LongAdder();
  private final LongAdder all = new LongAdder();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private final LongSupplier clock;
  private final long startNanos;
  private final long endNanos;

  Tally(double seconds) {
    this(seconds, System::nanoTime);
  }

  Tally(double seconds, LongSupplier clock) {
    this.clock = clock;
    this.startNanos = clock.getAsLong();
    this.endNanos = startNanos + (long) (seconds * 1e9);
  }

  /** Whether another operation may begin. */
  boolean goesOn() {
    return clock.getAsLong() - endNanos < 0 && failure.get() == null;
  }

  /** Counts an operation that has been done as it should. */
  void done(long begunNanos) {
    long now = clock.getAsLong();
    micros.recordValue(Math.min((now - begunNanos) / 1_000, micros.getHighestTrackableValue()));
    all.increment();
    if (now - endNanos <= 0) {
      inTime.increment();
    }
  }

  void failed(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    failure.compareAndSet(null, root.toString());
  }

  /**
   * All of it, once nothing is under way any more. Ends before the time if all was done, and after
   * it if nothing was.
   */
  Outcome outcome() {
    String first = failure.get();
    if (first != null) {
      return Outcome.failed(first);
    }
    long elapsedNanos = clock.getAsLong() - startNanos;
    if (inTime.sum() == 0) {
      return Outcome.of(all.sum(), all.sum(), elapsedNanos / 1e9, micros);
    }
    long until = Math.min(elapsedNanos, endNanos - startNanos);
    return Outcome.of(inTime.sum(), all.sum(), until / 1e9, micros);
  }
}
