package dev.leasehold.node.time;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Time that passes only when a test says so. */
public final class MovedTime implements TimeSource {

  private final String identity;

  /** When to wake whom; one that is awake and has read the clock must not sleep on that reading. */
  private final Map<Thread, Long> wakeUps = new ConcurrentHashMap<>();

  private final ThreadLocal<@Nullable RuntimeException> failing = new ThreadLocal<>();

  private volatile long monotonicNanos;
  private volatile long livedNanos;
  private volatile long wallNanos = 1_700_000_000_000_000_000L;

  public MovedTime(String identity, long monotonicNanos) {
    this.identity = identity;
    this.monotonicNanos = monotonicNanos;
  }

  public MovedTime() {
    this("boot", 1_000_000L);
  }

  public synchronized void advance(long nanos) {
    monotonicNanos += nanos;
    wallNanos += nanos;
    wakeUps.forEach(
        (thread, at) -> {
          if (at <= monotonicNanos) {
            LockSupport.unpark(thread);
          }
        });
  }

  /** The server stands still, and everything else goes on. */
  public synchronized void standStill(long nanos) {
    livedNanos += nanos;
    advance(nanos);
  }

  /** Time that a test moves is time in which the server is there, but for when it stands still. */
  @Override
  public long livedNanos() {
    return livedNanos;
  }

  public synchronized void moveWallClock(long nanos) {
    wallNanos += nanos;
  }

  /** Lets the next reading by this thread fail; null for no more. */
  public void failNextReading(@Nullable RuntimeException failure) {
    failing.set(failure);
  }

  private void failIfTold() {
    RuntimeException failure = failing.get();
    if (failure != null) {
      failing.remove();
      throw failure;
    }
  }

  @Override
  public long monotonicNanos() {
    failIfTold();
    wakeUps.put(Thread.currentThread(), Long.MIN_VALUE);
    return monotonicNanos;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public long wallNanos() {
    return wallNanos;
  }

  @Override
  public void park(long nanos) {
    if (nanos > 0) {
      long at = nanos == Long.MAX_VALUE ? nanos : monotonicNanos + nanos;
      wakeUps.put(Thread.currentThread(), at);
      LockSupport.park(this);
    }
  }
}
