package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A {@link ReadWriteLock} between threads of any number of programs: many may read at a time, or
 * one may write.
 *
 * <pre>{@code
 * LeaseReadWriteLock lock = LeaseReadWriteLock.on(client, "catalogue", "/prices");
 * lock.readLock().lock();
 * try {
 *   return read();
 * } finally {
 *   lock.readLock().unlock();
 * }
 * }</pre>
 *
 * <p>Both locks are as {@link LeaseLock} says: reentrant, owned by threads, served in order
 * (readers who come after a writer that waits wait for it), and {@code unlock} tells of a loss.
 *
 * <p>A thread that has one of the two cannot lock the other: to read first and write then would
 * wait for itself. It is told at once, with an {@link IllegalStateException}. Unlock first, or hold
 * the lease itself and convert it.
 */
public final class LeaseReadWriteLock implements ReadWriteLock {

  private final LeaseLock reading;
  private final LeaseLock writing;
  private final Lock readLock;
  private final Lock writeLock;

  private LeaseReadWriteLock(LeaseholdClient client, AcquireRequest request) {
    this.reading = new LeaseLock(client, request.toBuilder().setMode(Lease.Mode.SHARED).build());
    this.writing = new LeaseLock(client, request.toBuilder().setMode(Lease.Mode.EXCLUSIVE).build());
    this.readLock = new Side(reading, writing);
    this.writeLock = new Side(writing, reading);
  }

  /** A lock that is free again at the latest 30 seconds after its holder has died. */
  public static LeaseReadWriteLock on(LeaseholdClient client, String space, String path) {
    return on(client, space, path, Turn.TTL);
  }

  /** A lock that is free again at the latest this long after its holder has died. */
  public static LeaseReadWriteLock on(
      LeaseholdClient client, String space, String path, Duration ttl) {
    return new LeaseReadWriteLock(
        client, client.lease(space).path(LeaseFinder.rooted(path)).ttl(ttl).request());
  }

  @Override
  public Lock readLock() {
    return readLock;
  }

  @Override
  public Lock writeLock() {
    return writeLock;
  }

  /** The lease of the calling thread, for reading or for writing. */
  public HeldLease lease() {
    return writing.isLockedByCurrentThread() ? writing.lease() : reading.lease();
  }

  /** One of the two locks, which looks at the other first. */
  private record Side(LeaseLock own, LeaseLock other) implements Lock {

    private LeaseLock checked() {
      if (other.isLockedByCurrentThread()) {
        throw new IllegalStateException(
            "the thread reads already and wants to write, or the other way round: unlock first");
      }
      return own;
    }

    @Override
    public void lock() {
      checked().lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      checked().lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
      return checked().tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      return checked().tryLock(time, unit);
    }

    @Override
    public void unlock() {
      own.unlock();
    }

    @Override
    public Condition newCondition() {
      return own.newCondition();
    }
  }
}
