package dev.leasehold.adapters.spring;

import dev.leasehold.client.HeldLease;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.support.locks.DistributedLock;

/**
 * One lock of a {@link LeaseholdLockRegistry}. It belongs to the thread that has locked it, and
 * that thread may lock it again.
 *
 * <p>Threads of one registry stand in line here, the first of them at the server. While it is
 * locked its lease is renewed in the background, so that it may be locked for longer than its ttl.
 *
 * <p>It can be lost all the same: the server may be out of reach for longer than the ttl, the
 * process may be stopped, an admin may take the lease away. The thread is not stopped. To lock it
 * once more throws a {@link CannotAcquireLockException} then, and the last {@code unlock} throws a
 * {@link java.util.ConcurrentModificationException}, as Spring's own registries do: what was done
 * in between may not have been done alone. {@link #lease} tells before that, and has the fencing
 * token for whatever must never be done by two.
 *
 * <p>The methods that lock throw a {@link CannotAcquireLockException} if the server refuses for
 * another reason than that others have the lock, for instance a deadlock, or does not answer.
 */
public final class LeaseholdLock implements DistributedLock {

  private final LockLeases leases;
  private final String key;
  private final ReentrantLock local = new ReentrantLock(true);
  private volatile @Nullable HeldLease lease;
  private volatile long usedNanos = System.nanoTime();

  LeaseholdLock(LockLeases leases, String key) {
    this.leases = leases;
    this.key = key;
  }

  @Override
  public void lock() {
    lock(leases.ttl());
  }

  /** The same with a ttl of its own. */
  @Override
  public void lock(Duration ttl) {
    local.lock();
    enter(() -> LeaseWait.forEver(leases, key, ttl).uninterruptibly());
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    local.lockInterruptibly();
    enter(() -> LeaseWait.forEver(leases, key, leases.ttl()).interruptibly());
  }

  /** Locks if nobody has it and nobody waits for it. */
  @Override
  public boolean tryLock() {
    return local.tryLock()
        && enter(() -> LeaseWait.atMost(leases, key, leases.ttl(), 0).uninterruptibly());
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return tryLock(unit.toNanos(time), leases.ttl());
  }

  /** The same with a ttl of its own. */
  @Override
  public boolean tryLock(Duration wait, Duration ttl) throws InterruptedException {
    return tryLock(nanos(wait), ttl);
  }

  private boolean tryLock(long waitNanos, Duration ttl) throws InterruptedException {
    long untilNanos = System.nanoTime() + waitNanos;
    return local.tryLock(waitNanos, TimeUnit.NANOSECONDS)
        && enter(
            () ->
                LeaseWait.atMost(leases, key, ttl, untilNanos - System.nanoTime()).interruptibly());
  }

  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Asks for the lease under the local lock, and unlocks that unless the lease is granted. */
  private <E extends Exception> boolean enter(Asking<E> asking) throws E {
    boolean entered = false;
    try {
      if (local.getHoldCount() > 1) {
        ensureReentry();
        entered = true;
      } else {
        lease = asking.ask();
        entered = lease != null;
      }
      return entered;
    } finally {
      touch();
      if (!entered) {
        local.unlock();
      }
    }
  }

  private void ensureReentry() {
    HeldLease held = lease;
    if (held == null || !held.isHeld()) {
      throw new CannotAcquireLockException(
          key + " was locked by this thread and is lost; it must unlock it first");
    }
  }

  /**
   * Unlocks once; the last time the lease is given back.
   *
   * @throws IllegalMonitorStateException if the calling thread has not locked it
   * @throws java.util.ConcurrentModificationException if it was lost before; it is unlocked all the
   *     same
   * @throws DataAccessResourceFailureException if it could not be given back; it is unlocked here,
   *     and for others at the latest when its ttl is over
   */
  @Override
  public void unlock() {
    HeldLease held = ownLease();
    if (local.getHoldCount() > 1) {
      local.unlock();
      return;
    }
    try {
      lease = null;
      leases.giveBack(held, key);
    } finally {
      touch();
      local.unlock();
    }
  }

  /** Background renewals go on with the ttl that it was locked with. */
  void renew(Duration ttl) {
    leases.renew(ownLease(), key, ttl);
    touch();
  }

  /**
   * The lease under which the calling thread has locked it.
   *
   * @throws IllegalMonitorStateException if it has not
   */
  public HeldLease lease() {
    return ownLease();
  }

  private HeldLease ownLease() {
    HeldLease held = lease;
    if (held == null || !local.isHeldByCurrentThread()) {
      throw new IllegalMonitorStateException("the current thread has not locked " + key);
    }
    return held;
  }

  /** Whether a thread has it, or is about to. */
  boolean isInUse() {
    return local.isLocked() || local.hasQueuedThreads();
  }

  void touch() {
    usedNanos = System.nanoTime();
  }

  long unusedNanos() {
    return System.nanoTime() - usedNanos;
  }

  /** Always throws: whoever waits on a condition would have to be found in another program. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a lock between programs has no conditions");
  }

  @Override
  public String toString() {
    return "lock " + key + " in " + leases;
  }

  /** Asks for the lease; null if others have it. */
  private interface Asking<E extends Exception> {
    @Nullable HeldLease ask() throws E;
  }
}
