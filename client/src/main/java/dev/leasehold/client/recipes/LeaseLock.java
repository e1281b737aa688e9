package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A {@link Lock} between threads of any number of programs.
 *
 * <pre>{@code
 * LeaseLock lock = LeaseLock.on(client, "reports", "/monthly");
 * lock.lock();
 * try {
 *   lock.lease().ensureHeld();            // before each effect
 *   store.write(lock.lease().fencingToken(), report);
 * } finally {
 *   lock.unlock();
 * }
 * }</pre>
 *
 * <p>Like {@link ReentrantLock} it belongs to the thread that locked it, may be locked again by
 * that thread, and serves those who wait in order. Every locking is a lease of its own that is
 * renewed until the last {@code unlock}: also if the thread ends without one, so unlock in {@code
 * finally}.
 *
 * <p>Unlike {@link ReentrantLock} it can be lost while it is held: the network may be down for
 * longer than the ttl, the process may be paused, an admin may take it away. Another may have it
 * then. The thread is not stopped; {@code lease().ensureHeld()} tells it, to lock once more throws,
 * and so does the last {@code unlock}, with a {@link LeaseLostException}: what was done in between
 * may not have been done alone. An effect that must never come from two holders needs the fencing
 * token.
 *
 * <p>Two threads that wait for each other's locks are told: {@code lock} of whoever would close the
 * circle throws a {@link dev.leasehold.client.RefusedException} with {@code DEADLOCK}. All methods
 * that lock may throw the other kinds of {@link dev.leasehold.client.LeaseholdException} as well.
 * They block, so they must not be called from what depends on the client's futures.
 *
 * <p>A thread that waits for more than an hour goes to the end of the line. Two objects on the same
 * path are the same lock to everybody else, but each counts its own entries: a thread that has
 * locked one of them and locks the other would wait for itself, and is refused with a conflict that
 * names its own lease.
 */
public final class LeaseLock implements Lock {

  private final LeaseholdClient client;
  private final AcquireRequest request;
  private final ThreadHolds holds = new ThreadHolds();

  LeaseLock(LeaseholdClient client, AcquireRequest request) {
    this.client = client;
    this.request = request;
  }

  /** A lock that is free again at the latest 30 seconds after its holder has died. */
  public static LeaseLock on(LeaseholdClient client, String space, String path) {
    return on(client, space, path, Turn.TTL);
  }

  /** A lock that is free again at the latest this long after its holder has died. */
  public static LeaseLock on(LeaseholdClient client, String space, String path, Duration ttl) {
    return new LeaseLock(
        client, client.lease(space).path(LeaseFinder.rooted(path)).ttl(ttl).request());
  }

  @Override
  public void lock() {
    if (!holds.reenter()) {
      holds.enter(Turn.uninterruptibly(client, ofThread()));
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!holds.reenter()) {
      holds.enter(Turn.interruptibly(client, ofThread()));
    }
  }

  /** Locks if nobody has it and nobody waits for it. */
  @Override
  public boolean tryLock() {
    return holds.reenter() || entered(Turn.now(client, ofThread()));
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return holds.reenter() || entered(Turn.within(client, ofThread(), unit.toNanos(time)));
  }

  private boolean entered(Optional<HeldLease> lease) {
    lease.ifPresent(holds::enter);
    return lease.isPresent();
  }

  /**
   * Unlocks once; the last time the lease is released.
   *
   * @throws IllegalMonitorStateException if the calling thread has not locked it
   * @throws LeaseLostException if the lease was lost before; it is unlocked all the same
   */
  @Override
  public void unlock() {
    Optional<HeldLease> last = holds.leave();
    if (last.isPresent()) {
      try {
        last.get().ensureHeld();
      } finally {
        Turn.giveBack(last.get());
      }
    }
  }

  /**
   * The lease under which the calling thread has locked it.
   *
   * @throws IllegalMonitorStateException if it has not
   */
  public HeldLease lease() {
    return holds.lease();
  }

  /** Whether the calling thread has locked it and not lost it. */
  public boolean isHeldByCurrentThread() {
    return holds.isIn() && holds.lease().isHeld();
  }

  boolean isLockedByCurrentThread() {
    return holds.isIn();
  }

  /** Always throws: whoever waits on a condition would have to be found in another program. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a lock between programs has no conditions");
  }

  private AcquireRequest ofThread() {
    return request.toBuilder().setSession(Sessions.ofThread()).build();
  }

  @Override
  public String toString() {
    return "lock on " + request.getPathsList() + " in " + request.getSpace();
  }
}
