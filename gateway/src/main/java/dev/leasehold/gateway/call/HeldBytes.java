package dev.leasehold.gateway.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The share of one request's body in the bytes that all bodies hold: first its largest possible
 * size, then the size that it has.
 */
final class HeldBytes {

  private final AtomicLong all;
  private long held;

  /** Begins with bytes that are counted among all already. */
  HeldBytes(AtomicLong all, long held) {
    this.all = all;
    this.held = held;
  }

  synchronized void reduceTo(long bytes) {
    if (bytes < held) {
      all.addAndGet(bytes - held);
      held = bytes;
    }
  }

  void release() {
    reduceTo(0);
  }
}
