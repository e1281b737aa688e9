package dev.leasehold.bench.compare.drive;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an order.
 *
 * @param inTime operations that were done within the time
 * @param all those and the ones that were under way when the time was over
 * @param seconds how long it was measured
 * @param failure the first operation that failed, or null; the figures mean nothing then
 */
public record Outcome(
    long inTime,
    long all,
    double seconds,
    long p50Micros,
    long p99Micros,
    long p999Micros,
    long maxMicros,
    @Nullable String failure) {

  public static Outcome failed(String failure) {
    return new Outcome(0, 0, 0, 0, 0, 0, 0, failure);
  }

  static Outcome of(long inTime, long all, double seconds, Histogram micros) {
    return new Outcome(
        inTime,
        all,
        seconds,
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        micros.getMaxValue(),
        null);
  }

  public double perSecond() {
    return seconds > 0 ? inTime / seconds : 0;
  }
}
