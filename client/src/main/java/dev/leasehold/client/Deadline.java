package dev.leasehold.client;

import dev.leasehold.api.v1.Lease;

/** How long a lease certainly lasts, counted on the holder's own clock. */
final class Deadline {

  /** Monotonic clocks are corrected by at most a half of this. */
  private static final long DRIFT = 1_000;

  private static final long LARGEST_PART = 10;

  private Deadline() {}

  /** The time until the lease, its heartbeat or its notice runs out: the shortest of them. */
  static long leftNanos(Lease lease) {
    long left = Durations.nanos(lease.getRemaining());
    if (lease.hasHeartbeatRemaining()) {
      left = Math.min(left, Durations.nanos(lease.getHeartbeatRemaining()));
    }
    if (lease.hasPlannedEnd()) {
      left = Math.min(left, Durations.nanos(lease.getPlannedEnd().getRemaining()));
    }
    return left;
  }

  /**
   * The time from which the lease counts as lost.
   *
   * <p>The reply was made after its request was sent, so on the server the lease ends at the
   * earliest as long after the sending as the reply says. From that the margin is taken.
   *
   * @param sentNanos when the request was sent whose reply is the lease
   */
  static long of(Lease lease, long sentNanos, long marginNanos) {
    long left = leftNanos(lease);
    return sentNanos + left - left / DRIFT - Math.min(marginNanos, left / LARGEST_PART);
  }
}
