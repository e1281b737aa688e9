package dev.leasehold.node.tables.feed;

/** Learns of every request whose lease is about to be written. */
public interface RequestSink {

  RequestSink NOBODY = (position, caller, requestId) -> {};

  /**
   * @param position of the lease
   */
  void add(long position, String caller, String requestId);
}
