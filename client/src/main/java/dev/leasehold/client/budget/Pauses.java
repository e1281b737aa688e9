package dev.leasehold.client.budget;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses between attempts that grow exponentially, and are never all of the same length. */
final class Pauses {

  private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
  private static final int MAX_DOUBLINGS = 20;

  private final long longestNanos;
  private int failures;

  Pauses(Duration longest) {
    this.longestNanos = longest.toNanos();
  }

  /** The pause after one more failure. */
  synchronized long next() {
    int doublings = Math.min(MAX_DOUBLINGS, failures++);
    long most = Math.min(longestNanos, FIRST_NANOS << doublings);
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2);
  }

  synchronized void over() {
    failures = 0;
  }
}
