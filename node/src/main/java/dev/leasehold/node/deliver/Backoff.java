package dev.leasehold.node.deliver;

import dev.leasehold.kernel.policy.Limits;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a message is tried again: after 10 seconds, then four times as long each time, up to six
 * hours, and a little off, so that what failed together does not come back together. Ten attempts
 * are a little more than a day, in which somebody can mend what is broken.
 */
final class Backoff {

  static final int MAX_ATTEMPTS = 10;
  static final long FIRST_NANOS = 10 * Limits.SECOND;
  static final long LONGEST_NANOS = 6 * Limits.HOUR;

  private static final int FACTOR = 4;
  private static final double JITTER = 0.2;

  private Backoff() {}

  /** How long after so many attempts the next one is. */
  static long nanosAfter(int attempts) {
    double nanos =
        Math.min(LONGEST_NANOS, FIRST_NANOS * Math.pow(FACTOR, Math.max(0, attempts - 1)));
    double off = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    return (long) (nanos * off);
  }
}
