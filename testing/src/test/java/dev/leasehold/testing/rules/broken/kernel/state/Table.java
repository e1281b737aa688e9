package dev.leasehold.testing.rules.broken.kernel.state;

import dev.leasehold.testing.rules.broken.kernel.lease.Slice;

/** State may not know what decides over it. */
public class Table {
  Slice slice;
}
