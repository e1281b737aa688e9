package dev.leasehold.bench.compare.client;

/** One resource and those who want it, each with a number and a thread. */
public interface ContendedLock extends AutoCloseable {

  /** Waits for the turn of this contender. */
  void lock(int contender) throws Exception;

  void unlock(int contender) throws Exception;

  @Override
  default void close() {}
}
