package dev.leasehold.testing.rules.broken.node.persist;

import dev.leasehold.testing.rules.broken.node.authorise.Guard;
import dev.leasehold.testing.rules.broken.node.sequence.Order;
import dev.leasehold.testing.rules.broken.node.serve.Surface;

/** Persist may know nobody before it. */
public class Store {
  Order order;
  Guard guard;
  Surface surface;
}
