package dev.leasehold.node.time;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Time that passes only when a test says so. */
public final class MovedTime implements TimeSource {

  private final String identity;
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
  private volatile long monotonicNanos;
  private volatile long wallNanos = 1_700_000_000_000_000_000L;

  public MovedTime(String identity, long monotonicNanos) {
    this.identity = identity;
    this.monotonicNanos = monotonicNanos;
  }

  public MovedTime() {
    this("boot", 1_000_000L);
  }

  /** Wakes whoever has read the clock: what it read is out of date. */
  public synchronized void advance(long nanos) {
    monotonicNanos += nanos;
    wallNanos += nanos;
    readers.forEach(LockSupport::unpark);
  }

  public synchronized void moveWallClock(long nanos) {
    wallNanos += nanos;
  }

  @Override
  public long monotonicNanos() {
    readers.add(Thread.currentThread());
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
      LockSupport.park(this);
    }
  }
}
