package dev.leasehold.testing.rules.broken.node.sequence;

import dev.leasehold.testing.rules.broken.node.authorise.Guard;
import dev.leasehold.testing.rules.broken.node.serve.Surface;

/** Sequence may know nobody before it. */
public class Order {
  Guard guard;
  Surface surface;
}
