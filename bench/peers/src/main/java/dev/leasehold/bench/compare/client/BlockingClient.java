package dev.leasehold.bench.compare.client;

/** A client whose calls block, so that each that is under way has a thread. */
public non-sealed interface BlockingClient<G> extends LockClient<G> {

  G acquire(String resource) throws Exception;

  /** On the thread that acquired. */
  void release(G grant) throws Exception;

  /** Moves the deadline of this one lock. */
  default void renew(G grant) throws Exception {
    throw new UnsupportedOperationException("no renewal");
  }
}
