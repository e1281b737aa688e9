package dev.leasehold.adapters.spring;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** One thread's wait for a lease. After an hour in the queue it goes to the end of it. */
final class LeaseWait {

  /** Some 292 years. */
  private static final long FOR_EVER = Long.MAX_VALUE;

  private final LockLeases leases;
  private final String key;
  private final Duration ttl;
  private final long waitNanos;
  private final long startNanos = System.nanoTime();

  private LeaseWait(LockLeases leases, String key, Duration ttl, long waitNanos) {
    this.leases = leases;
    this.key = key;
    this.ttl = ttl;
    this.waitNanos = waitNanos;
  }

  static LeaseWait forEver(LockLeases leases, String key, Duration ttl) {
    return new LeaseWait(leases, key, ttl, FOR_EVER);
  }

  /**
   * @param waitNanos not at all if zero or less
   */
  static LeaseWait atMost(LockLeases leases, String key, Duration ttl, long waitNanos) {
    return new LeaseWait(leases, key, ttl, Math.max(0, waitNanos));
  }

  /** Null if others have the lease until the wait is over. */
  @Nullable HeldLease interruptibly() throws InterruptedException {
    while (true) {
      CompletableFuture<HeldLease> asked = ask();
      try {
        return asked.get();
      } catch (InterruptedException e) {
        // A lease that is granted all the same is given back.
        asked.cancel(true);
        throw e;
      } catch (ExecutionException e) {
        if (isOverAfter(e.getCause())) {
          return null;
        }
      }
    }
  }

  /** The same; an interrupt is kept for later. */
  @Nullable HeldLease uninterruptibly() {
    boolean interrupted = false;
    try {
      CompletableFuture<HeldLease> asked = ask();
      while (true) {
        try {
          return asked.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (isOverAfter(e.getCause())) {
            return null;
          }
          asked = ask();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private CompletableFuture<HeldLease> ask() {
    return leases.hold(key, ttl, Duration.ofNanos(leftNanos()));
  }

  private long leftNanos() {
    return waitNanos == FOR_EVER
        ? FOR_EVER
        : Math.max(0, waitNanos - (System.nanoTime() - startNanos));
  }

  /** Whether the wait is over, because others have the lease; throws if it failed otherwise. */
  private boolean isOverAfter(@Nullable Throwable failure) {
    if (failure instanceof LeaseholdException ended && ended.isRunOut()) {
      // It was granted and over before that was known here, so it was never had.
      return leftNanos() == 0;
    }
    if (!(failure instanceof RefusedException refused) || !refused.isTaken()) {
      throw new CannotAcquireLockException("the lock " + key + " could not be had", failure);
    }
    if (refused.code().equals("ACQUISITION_TIMEOUT")) {
      return leftNanos() == 0;
    }
    if (waitNanos == FOR_EVER) {
      // To ask again at once would only keep the server busy.
      throw new CannotAcquireLockException("the server lets nobody wait for " + key, failure);
    }
    return true;
  }
}
