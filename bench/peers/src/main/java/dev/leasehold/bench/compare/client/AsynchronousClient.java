package dev.leasehold.bench.compare.client;

import java.util.concurrent.CompletableFuture;

/** A client whose calls return at once, so that one thread has many under way. */
public non-sealed interface AsynchronousClient<G> extends LockClient<G> {

  CompletableFuture<G> acquire(String resource);

  CompletableFuture<?> release(G grant);

  /** Moves the deadline of this one lock. */
  default CompletableFuture<?> renew(G grant) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("no renewal"));
  }
}
