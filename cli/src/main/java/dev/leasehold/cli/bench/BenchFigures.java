package dev.leasehold.cli.bench;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The figures of one step of a measurement; times are those of whole cycles. */
record BenchFigures(
    int inFlight,
    double cyclesPerSecond,
    long p50Micros,
    long p99Micros,
    long p999Micros,
    long maxMicros) {

  static BenchFigures of(int inFlight, long cycles, double seconds, Histogram micros) {
    return new BenchFigures(
        inFlight,
        seconds > 0 ? cycles / seconds : 0,
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        micros.getMaxValue());
  }

  /** The fields that the comparison with other systems has, too. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"system\":\"leasehold\",\"client\":\"java\",\"inFlight\":%d,\"cyclesPerSecond\":%.2f,"
            + "\"p50Micros\":%d,\"p99Micros\":%d,\"p999Micros\":%d,\"maxMicros\":%d}",
        inFlight,
        cyclesPerSecond,
        p50Micros,
        p99Micros,
        p999Micros,
        maxMicros);
  }
}
