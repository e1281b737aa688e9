package dev.leasehold.testing.process;

import java.util.List;

/** Measured times, the shortest first. */
public record Latencies(List<Long> sortedNanos) {

  static Latencies of(List<Long> nanos) {
    return new Latencies(nanos.stream().sorted().toList());
  }

  public int count() {
    return sortedNanos.size();
  }

  /** Returns the time that so many in a hundred did not exceed. */
  public long percentileNanos(double percent) {
    if (sortedNanos.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    int index = (int) Math.ceil(percent / 100 * sortedNanos.size()) - 1;
    return sortedNanos.get(Math.max(0, index));
  }

  @Override
  public String toString() {
    return "%,d, p50 %.1f ms, p99 %.1f ms, longest %.1f ms"
        .formatted(
            count(),
            percentileNanos(50) / 1e6,
            percentileNanos(99) / 1e6,
            percentileNanos(100) / 1e6);
  }
}
