package dev.leasehold.node.operation.translate;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.leasehold.kernel.policy.Limits;

/** Durations and times: nanoseconds in the kernel, messages on the wire. */
public final class WireTime {

  private WireTime() {}

  /**
   * To the kernel 0 is a duration that was not given, so one that was given as 0 becomes -1, which
   * it refuses, as it refuses the largest figure that stands for all that do not fit.
   */
  static long nanos(Duration duration) {
    long nanos = nanosFromZero(duration);
    return nanos == 0 ? -1 : nanos;
  }

  /** The nanoseconds of a duration for which 0 means the same as nothing given. */
  static long nanosFromZero(Duration duration) {
    long most = Limits.MAX_TTL_NANOS / Limits.SECOND;
    if (duration.getSeconds() > most) {
      return Long.MAX_VALUE;
    }
    return duration.getSeconds() < -most
        ? -1
        : duration.getSeconds() * Limits.SECOND + duration.getNanos();
  }

  public static Duration duration(long nanos) {
    return Duration.newBuilder()
        .setSeconds(nanos / Limits.SECOND)
        .setNanos((int) (nanos % Limits.SECOND))
        .build();
  }

  /** Times that the kernel's figures cannot hold are the earliest or the latest that they can. */
  static long wallNanos(Timestamp time) {
    long limit = Long.MAX_VALUE / Limits.SECOND - 1;
    long seconds = Math.clamp(time.getSeconds(), -limit, limit);
    return seconds * Limits.SECOND + time.getNanos();
  }

  public static Timestamp time(long wallNanos) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(wallNanos, Limits.SECOND))
        .setNanos((int) Math.floorMod(wallNanos, Limits.SECOND))
        .build();
  }
}
