package dev.leasehold.bench.compare.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * ZooKeeper's own client with callbacks, pipelined on one session: creates an ephemeral node and
 * deletes it. The session keeps it alive, so a lock has no deadline that could be moved.
 */
final class ZooKeeperLocks implements AsynchronousClient<String> {

  private static final int SESSION_MILLIS = 30_000;

  /** A new server on a busy machine takes a while until it opens sessions. */
  static final int CONNECT_SECONDS = 120;

  private static final String PARENT = "/locks";
  private static final byte[] HOLDER = "holder".getBytes(java.nio.charset.StandardCharsets.UTF_8);

  private final ZooKeeper session;

  ZooKeeperLocks(Target target) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    this.session =
        new ZooKeeper(
            target.address(),
            SESSION_MILLIS,
            event -> {
              if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS)) {
      throw new WrongReplyException("ZooKeeper did not open a session");
    }
    if (session.exists(PARENT, false) == null) {
      session.create(PARENT, HOLDER, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
  }

  @Override
  public CompletableFuture<String> acquire(String resource) {
    CompletableFuture<String> granted = new CompletableFuture<>();
    session.create(
        PARENT + "/" + resource,
        HOLDER,
        ZooDefs.Ids.OPEN_ACL_UNSAFE,
        CreateMode.EPHEMERAL,
        (code, path, context, name) -> answer(granted, code, path, name),
        null);
    return granted;
  }

  @Override
  public CompletableFuture<?> release(String path) {
    CompletableFuture<String> released = new CompletableFuture<>();
    session.delete(path, 0, (code, deleted, context) -> answer(released, code, path, path), null);
    return released;
  }

  private static void answer(
      CompletableFuture<String> future, int code, String path, String result) {
    KeeperException.Code known = KeeperException.Code.get(code);
    if (known == KeeperException.Code.OK) {
      future.complete(result);
    } else {
      future.completeExceptionally(new WrongReplyException(path + " was answered with " + known));
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
