package dev.leasehold.testing.rules.broken.node.operation;

import dev.leasehold.testing.rules.broken.node.http.Surface;

/** Operations may not know the surfaces that they are called from. */
public class Table {
  Surface surface;
}
