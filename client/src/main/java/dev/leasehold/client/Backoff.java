package dev.leasehold.client;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next attempt: longer each time, and never all at the same time. */
final class Backoff {

  private static final long FIRST_NANOS = 50_000_000L;

  /** Short enough that a server that is back is found well within a lease of some seconds. */
  private static final long LONGEST_NANOS = 2_000_000_000L;

  private static final int MAX_DOUBLINGS = 10;

  private Backoff() {}

  /** The pause after so many failures in a row, at least 1. */
  static long nanos(int failures) {
    int doublings = Math.min(MAX_DOUBLINGS, Math.max(0, failures - 1));
    long most = Math.min(LONGEST_NANOS, FIRST_NANOS << doublings);
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2);
  }
}
