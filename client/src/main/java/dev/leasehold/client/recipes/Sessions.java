package dev.leasehold.client.recipes;

import java.util.UUID;

/**
 * Names for those who may wait for each other though they share a token. The server lets nobody
 * wait for its own lease, and tells its callers apart by token and session.
 */
final class Sessions {

  /** Tells this process from all others. */
  private static final String PROCESS = UUID.randomUUID().toString();

  private Sessions() {}

  /** One name for all that the calling thread does, so that deadlocks between threads are seen. */
  static String ofThread() {
    return PROCESS + "/" + Thread.currentThread().getId();
  }

  /** A name that nobody else has. */
  static String fresh() {
    return UUID.randomUUID().toString();
  }
}
