package dev.leasehold.node.port;

/** A way for requests to reach a node: over a port, or from within the process. */
public interface Entrance extends AutoCloseable {

  /** Whether the threads that take requests are there. */
  boolean isServing();

  /** Takes no more requests, lets those under way finish, and ends all connections. */
  @Override
  void close();
}
