package dev.leasehold.bench.compare.report;

import java.util.Arrays;
import java.util.Collection;

/** A figure over several rounds: the middle, the least and the largest. */
public record Figure(double median, double least, double largest) {

  /** A figure of nothing is 0. */
  public static Figure of(Collection<Double> values) {
    if (values.isEmpty()) {
      return new Figure(0, 0, 0);
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Figure(median(sorted), sorted[0], sorted[sorted.length - 1]);
  }

  public static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
