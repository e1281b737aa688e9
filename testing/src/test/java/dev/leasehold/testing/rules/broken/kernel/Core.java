package dev.leasehold.testing.rules.broken.kernel;

import dev.leasehold.testing.rules.broken.kernel.scope.Inner;
import dev.leasehold.testing.rules.broken.node.persist.Store;

/** The kernel may not know the node. */
public class Core {
  Inner inner;
  Store store;
}
