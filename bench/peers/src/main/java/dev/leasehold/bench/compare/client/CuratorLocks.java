package dev.leasehold.bench.compare.client;

import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryOneTime;

/** Curator's mutex, the recipe that programs use ZooKeeper's locks through. */
final class CuratorLocks implements BlockingClient<InterProcessMutex> {

  private final CuratorFramework client;

  CuratorLocks(Target target) throws InterruptedException {
    this.client = CuratorFrameworkFactory.newClient(target.address(), new RetryOneTime(100));
    client.start();
    if (!client.blockUntilConnected(ZooKeeperLocks.CONNECT_SECONDS, TimeUnit.SECONDS)) {
      throw new WrongReplyException("ZooKeeper did not open a session");
    }
  }

  /** Each slot keeps its resource: a mutex leaves a node behind that a new one has to make. */
  @Override
  public String resource(String prefix, int slot, long n) {
    return "slot-" + slot;
  }

  @Override
  public InterProcessMutex acquire(String resource) throws Exception {
    InterProcessMutex mutex = new InterProcessMutex(client, "/mutexes/" + resource);
    WrongReplyException.unless(
        mutex.acquire(0, TimeUnit.SECONDS), "an acquire of " + resource, false);
    return mutex;
  }

  @Override
  public void release(InterProcessMutex mutex) throws Exception {
    // Throws if the mutex is not held by this thread.
    mutex.release();
  }

  @Override
  public ContendedLock contended(int contenders) {
    InterProcessMutex mutex = new InterProcessMutex(client, "/mutexes/contended");
    return new ContendedLock() {
      @Override
      public void lock(int contender) throws Exception {
        mutex.acquire();
      }

      @Override
      public void unlock(int contender) throws Exception {
        mutex.release();
      }
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
