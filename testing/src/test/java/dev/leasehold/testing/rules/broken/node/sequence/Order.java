package dev.leasehold.testing.rules.broken.node.sequence;

import dev.leasehold.testing.rules.broken.node.authorise.Guard;
import dev.leasehold.testing.rules.broken.node.publish.Herald;
import dev.leasehold.testing.rules.broken.node.serve.Surface;
import io.micrometer.core.instrument.Counter;

/** Sequence may know nobody before it, nor who publishes, nor what measures. */
public class Order {
  Guard guard;
  Surface surface;
  Herald herald;
  Counter counter;
}
