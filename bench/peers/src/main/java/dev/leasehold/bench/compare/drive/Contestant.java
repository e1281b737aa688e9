package dev.leasehold.bench.compare.drive;

import dev.leasehold.bench.compare.client.ClientKind;

/** A client that is measured, in a process of its own. */
public interface Contestant extends AutoCloseable {

  ClientKind kind();

  /** Does what is ordered and says how it went; whatever fails is told by the outcome. */
  Outcome run(Order order) throws InterruptedException;

  /** The processor time that the client has taken so far. */
  long processorNanos();

  @Override
  void close();
}
