package dev.leasehold.testing.rules.broken.node.persist;

import dev.leasehold.testing.rules.broken.node.authorise.Guard;
import dev.leasehold.testing.rules.broken.node.http.Surface;
import dev.leasehold.testing.rules.broken.node.publish.Herald;
import dev.leasehold.testing.rules.broken.node.sequence.Order;

/** Persist may know nobody before it, nor who publishes. */
public class Store {
  Order order;
  Herald herald;
  Guard guard;
  Surface surface;
}
