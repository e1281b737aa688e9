package dev.leasehold.bench.compare.client;

import org.jspecify.annotations.Nullable;

/**
 * One way to take and give back locks of one system. A reply that does not grant or give back what
 * was asked for is a failure, so that only what was done is counted.
 *
 * @param <G> a grant
 */
public sealed interface LockClient<G> extends AutoCloseable
    permits AsynchronousClient, BlockingClient {

  /** Names what the nth cycle of a slot takes; nobody else takes it meanwhile. */
  default String resource(String prefix, int slot, long n) {
    return prefix + "-" + slot + "-" + n;
  }

  /** A lock that many wait for; null where the client has no queue for them. */
  default @Nullable ContendedLock contended(int contenders) throws Exception {
    return null;
  }

  @Override
  void close();
}
