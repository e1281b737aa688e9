package dev.leasehold.adapters.spring;

import dev.leasehold.client.LeaseholdClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Locks of Spring Integration as leases, for aggregators, leader election and whatever else takes a
 * lock registry.
 *
 * <pre>{@code
 * @Bean
 * LockRegistry<DistributedLock> locks(LeaseholdClient client) {
 *   return new LeaseholdLockRegistry(client, "orders");
 * }
 * }</pre>
 *
 * <p>A key is a string. All registries on the same space of the same server share the locks, and a
 * registry has one lock object for each key. A lock is renewed in the background until it is
 * unlocked, without a scheduler of the caller's; waiting threads are served in turn, without
 * polling. See {@link LeaseholdLock} for what happens when a lock is lost.
 *
 * <p>The client is the caller's to close, which lets go of what is locked. Safe for threads.
 */
public final class LeaseholdLockRegistry
    implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock> {

  /** How long a lock outlives a program that died, unless set. */
  public static final Duration DEFAULT_TTL = Duration.ofSeconds(30);

  /** Lock objects that a registry knows at a time, unless set. */
  public static final int DEFAULT_CAPACITY = 100_000;

  private final LockLeases leases;
  private final int capacity;

  /** The one that was obtained the longest time ago comes first. */
  private final Map<String, LeaseholdLock> locks = new LinkedHashMap<>(16, 0.75f, true);

  public LeaseholdLockRegistry(LeaseholdClient client, String space) {
    this(client, space, DEFAULT_TTL);
  }

  /**
   * @param ttl how long a lock outlives a program that died; a living one renews it
   */
  public LeaseholdLockRegistry(LeaseholdClient client, String space, Duration ttl) {
    this(client, space, ttl, DEFAULT_CAPACITY);
  }

  /**
   * @param capacity how many lock objects are known at a time, 1 or more; the one that was not used
   *     for the longest time is forgotten first
   */
  public LeaseholdLockRegistry(LeaseholdClient client, String space, Duration ttl, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is 1 or more: " + capacity);
    }
    this.leases = new LockLeases(client, space, ttl, UUID.randomUUID().toString());
    this.capacity = capacity;
  }

  /**
   * The lock of this key.
   *
   * @throws IllegalArgumentException if the key is not a string
   * @throws CannotAcquireLockException if as many locks as the registry may know are in use
   */
  @Override
  public LeaseholdLock obtain(Object lockKey) {
    String key = string(lockKey);
    synchronized (locks) {
      LeaseholdLock known = locks.get(key);
      if (known != null) {
        known.touch();
        return known;
      }
      if (locks.size() >= capacity) {
        forgetOne();
      }
      LeaseholdLock lock = new LeaseholdLock(leases, key);
      locks.put(key, lock);
      return lock;
    }
  }

  private void forgetOne() {
    Iterator<LeaseholdLock> eldestFirst = locks.values().iterator();
    while (eldestFirst.hasNext()) {
      if (!eldestFirst.next().isInUse()) {
        eldestFirst.remove();
        return;
      }
    }
    throw new CannotAcquireLockException(
        "all " + capacity + " locks that the registry may know are in use");
  }

  /** Forgets lock objects that nobody has locked and that were not used for this long. */
  @Override
  public void expireUnusedOlderThan(long ageMillis) {
    long ageNanos = TimeUnit.MILLISECONDS.toNanos(ageMillis);
    synchronized (locks) {
      locks.values().removeIf(lock -> !lock.isInUse() && lock.unusedNanos() > ageNanos);
    }
  }

  /**
   * Renews now what the calling thread has locked. There is no need to: it is renewed in the
   * background.
   *
   * @throws IllegalStateException if nobody has locked it here, or it was lost
   * @throws IllegalMonitorStateException if another thread has locked it
   */
  @Override
  public void renewLock(Object lockKey) {
    renewLock(lockKey, leases.ttl());
  }

  /** The same for a time of its own; what lasts longer already stays as it is. */
  @Override
  public void renewLock(Object lockKey, Duration ttl) {
    String key = string(lockKey);
    @Nullable LeaseholdLock lock;
    synchronized (locks) {
      lock = locks.get(key);
    }
    if (lock == null) {
      throw new IllegalStateException("nobody has locked " + key + " here");
    }
    lock.renew(ttl);
  }

  private static String string(Object lockKey) {
    if (lockKey instanceof String key) {
      return key;
    }
    throw new IllegalArgumentException("a key is a string, not a " + lockKey.getClass().getName());
  }

  @Override
  public String toString() {
    return "locks in " + leases;
  }
}
