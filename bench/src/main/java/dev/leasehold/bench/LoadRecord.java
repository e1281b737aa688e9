package dev.leasehold.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** The measurements of a load, which any thread may add to. */
final class LoadRecord {

  /** Significant digits of a latency; more would tell a reader nothing. */
  private static final int DIGITS = 3;

  private final Recorder micros = new Recorder(TimeUnit.MINUTES.toMicros(10), DIGITS);
  private final LongAdder cycles = new LongAdder();
  private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();

  void reply(long sentNanos) {
    micros.recordValue((System.nanoTime() - sentNanos) / 1_000);
  }

  void cycle() {
    cycles.increment();
  }

  void wrong(String what) {
    wrong.compareAndSet(null, what);
  }

  /** The first reply that was wrong; null if all were right. */
  @Nullable String firstWrong() {
    return wrong.get();
  }

  /** Returns the latencies since the last call, in microseconds. */
  Histogram takeMicros() {
    return micros.getIntervalHistogram();
  }

  long takeCycles() {
    return cycles.sumThenReset();
  }
}
