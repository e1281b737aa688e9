package dev.leasehold.node.tables;

/** Is told of every request whose lease is about to get into the tables. */
interface RequestSink {

  RequestSink NOBODY = (position, caller, requestId) -> {};

  /**
   * @param position of the lease
   */
  void add(long position, String caller, String requestId);
}
