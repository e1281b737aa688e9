package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.LeaseView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what each receiver was told that it holds, and when, with what all others were told.
 * Counts on the receivers' clock alone: a promise lasts from when it was heard for as long as it
 * said. Safe for any thread.
 */
public final class Promises {

  /**
   * How long a reply may have been on its way before its receiver noted it, also on a machine that
   * stood still for two seconds meanwhile.
   */
  private static final long ON_ITS_WAY_NANOS = 2_500_000_000L;

  private record Promise(LeaseView lease, long heardNanos, long untilNanos) {

    /** Whether the later one was heard before this ended, by more than a reply may take. */
    boolean overlaps(Promise later) {
      return later.heardNanos + ON_ITS_WAY_NANOS < untilNanos;
    }
  }

  private final Map<String, Promise> promises = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();

  /** A reply has said that its receiver holds the lease. */
  public synchronized void told(LeaseView lease) {
    long now = System.nanoTime();
    if (!lease.isActive() || lease.remainingNanos() <= 0) {
      violations.add("told as held, but it is " + lease.state() + ": " + lease);
      return;
    }
    Promise heard = new Promise(lease, now, now + lease.remainingNanos());
    for (Promise other : promises.values()) {
      boolean others = !other.lease.leaseId().equals(lease.leaseId());
      if (others && other.lease.conflictsWith(lease) && other.overlaps(heard)) {
        violations.add(
            "%s was told %d ms before that it holds what %s was told to hold, for %d ms more"
                .formatted(
                    other.lease.leaseId(),
                    (now - other.heardNanos) / 1_000_000,
                    lease.leaseId(),
                    (other.untilNanos - now) / 1_000_000));
      }
    }
    promises.put(lease.leaseId(), heard);
  }

  /** The server has said that the lease is over. */
  public synchronized void refused(LeaseView lease) {
    Promise promise = promises.get(lease.leaseId());
    long now = System.nanoTime();
    if (promise != null && now + ON_ITS_WAY_NANOS < promise.untilNanos) {
      violations.add(
          "%s is over %d ms before the end that was promised"
              .formatted(lease.leaseId(), (promise.untilNanos - now) / 1_000_000));
    }
  }

  public synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
