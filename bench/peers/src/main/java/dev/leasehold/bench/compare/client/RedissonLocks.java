package dev.leasehold.bench.compare.client;

import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's lock as most programs use it: a thread takes it and lets go of it. */
final class RedissonLocks implements BlockingClient<RLock> {

  private static final long TTL_SECONDS = 3_600;

  private final RedissonClient client;

  RedissonLocks(Target target) {
    Config config = new Config();
    config.useSingleServer().setAddress(target.address());
    this.client = Redisson.create(config);
  }

  @Override
  public RLock acquire(String resource) throws InterruptedException {
    RLock lock = client.getLock(resource);
    WrongReplyException.unless(
        lock.tryLock(0, TTL_SECONDS, TimeUnit.SECONDS), "tryLock of " + resource, false);
    return lock;
  }

  @Override
  public void release(RLock lock) {
    // Throws if the lock is not held by this thread.
    lock.unlock();
  }

  @Override
  public ContendedLock contended(int contenders) {
    RLock lock = client.getLock("contended");
    return new ContendedLock() {
      @Override
      public void lock(int contender) {
        lock.lock(TTL_SECONDS, TimeUnit.SECONDS);
      }

      @Override
      public void unlock(int contender) {
        lock.unlock();
      }
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
