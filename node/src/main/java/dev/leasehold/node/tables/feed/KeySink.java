package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.view.Lease;

/** Learns of every lease whose row is about to be written for the first time. */
public interface KeySink {

  KeySink NOBODY = (lease, caller) -> {};

  /**
   * @param caller of the request that made the lease
   */
  void add(Lease lease, String caller);
}
