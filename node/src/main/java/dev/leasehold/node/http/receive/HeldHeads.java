package dev.leasehold.node.http.receive;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of request heads that were received and not passed on yet, of all connections
 * together. Safe for any thread.
 */
final class HeldHeads {

  /** Those who read a head keep parts of it besides, so that it takes a few times its bytes. */
  private static final int HEAP_SHARE = 64;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  HeldHeads(long most) {
    this.most = most;
  }

  static HeldHeads ofThisProcess() {
    return new HeldHeads(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /** Takes so many bytes, or none if there is no room for them. */
  boolean take(int bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    giveBack(bytes);
    return false;
  }

  void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }

  /** How many bytes are taken now. */
  long taken() {
    return taken.get();
  }
}
