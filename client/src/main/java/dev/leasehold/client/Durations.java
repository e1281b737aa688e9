package dev.leasehold.client;

import com.google.protobuf.Duration;

/** Durations as the wire has them, and as nanoseconds. */
final class Durations {

  private Durations() {}

  static Duration toWire(java.time.Duration duration) {
    return Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  /** The duration in nanoseconds; the largest number for more than 292 years. */
  static long nanos(java.time.Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  static long nanos(Duration duration) {
    return nanos(java.time.Duration.ofSeconds(duration.getSeconds(), duration.getNanos()));
  }
}
