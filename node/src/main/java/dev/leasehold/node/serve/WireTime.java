package dev.leasehold.node.serve;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.leasehold.kernel.Limits;

/** Durations and times: nanoseconds in the kernel, messages on the wire. */
final class WireTime {

  private WireTime() {}

  /**
   * To the kernel 0 is a duration that was not given, so one that was given as 0 becomes -1, which
   * it refuses, as it refuses the largest figure that stands for all that do not fit.
   */
  static long nanos(Duration duration) {
    if (Math.abs(duration.getSeconds()) > Limits.MAX_TTL_NANOS / Limits.SECOND) {
      return duration.getSeconds() < 0 ? -1 : Long.MAX_VALUE;
    }
    long nanos = duration.getSeconds() * Limits.SECOND + duration.getNanos();
    return nanos == 0 ? -1 : nanos;
  }

  static Duration duration(long nanos) {
    return Duration.newBuilder()
        .setSeconds(nanos / Limits.SECOND)
        .setNanos((int) (nanos % Limits.SECOND))
        .build();
  }

  static Timestamp time(long wallNanos) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(wallNanos, Limits.SECOND))
        .setNanos((int) Math.floorMod(wallNanos, Limits.SECOND))
        .build();
  }
}
