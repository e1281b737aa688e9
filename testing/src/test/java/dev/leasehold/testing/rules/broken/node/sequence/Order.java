package dev.leasehold.testing.rules.broken.node.sequence;

import dev.leasehold.testing.rules.broken.kernel.lease.Slice;
import dev.leasehold.testing.rules.broken.node.authorise.Guard;
import dev.leasehold.testing.rules.broken.node.http.Surface;
import dev.leasehold.testing.rules.broken.node.publish.Herald;
import io.micrometer.core.instrument.Counter;

/** Sequence may know nobody before it, nor who publishes, nor what measures, nor slices. */
public class Order {
  Guard guard;
  Surface surface;
  Herald herald;
  Counter counter;
  Slice slice;
}
