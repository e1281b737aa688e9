package dev.leasehold.testing.rules.broken.node.time;

import dev.leasehold.testing.rules.broken.node.persist.Store;

/** Time may know nobody. */
public class Ticks {
  Store store;
}
