package dev.leasehold.embedded;

import dev.leasehold.node.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that passes only when a test says so: leases of an hour end in no time.
 *
 * <p>It is the node's time. A held lease counts its own deadline on the machine's clock and learns
 * from the server's next answer that the lease is over.
 */
public final class ManualTime implements TimeSource {

  private final String identity = "manual-" + UUID.randomUUID();

  /**
   * The threads to wake, and when; one that is awake and has read the clock must not sleep on that
   * reading.
   */
  private final Map<Thread, Long> wakeUps = new WeakHashMap<>();

  private long monotonicNanos = TimeUnit.SECONDS.toNanos(1);
  private long wallNanos;

  /** Begins on the first of January 2025. */
  public ManualTime() {
    this(Instant.parse("2025-01-01T00:00:00Z"));
  }

  public ManualTime(Instant start) {
    this.wallNanos =
        Math.addExact(TimeUnit.SECONDS.toNanos(start.getEpochSecond()), start.getNano());
  }

  /** Lets time pass. Ends that become due are recorded soon after, on the node's own threads. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("time does not go back by " + duration);
    }
    monotonicNanos = Math.addExact(monotonicNanos, duration.toNanos());
    wallNanos = Math.addExact(wallNanos, duration.toNanos());
    wakeUps.forEach(
        (thread, at) -> {
          if (at <= monotonicNanos) {
            LockSupport.unpark(thread);
          }
        });
  }

  @Override
  public synchronized long monotonicNanos() {
    wakeUps.put(Thread.currentThread(), Long.MIN_VALUE);
    return monotonicNanos;
  }

  /** Moved time is time in which the node was there: what falls due in it was missed. */
  @Override
  public long livedNanos() {
    return 0;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public synchronized long wallNanos() {
    return wallNanos;
  }

  @Override
  public void park(long nanos) {
    if (nanos > 0) {
      synchronized (this) {
        long at = monotonicNanos + nanos;
        wakeUps.put(Thread.currentThread(), at < 0 ? Long.MAX_VALUE : at);
      }
      LockSupport.park(this);
    }
  }
}
