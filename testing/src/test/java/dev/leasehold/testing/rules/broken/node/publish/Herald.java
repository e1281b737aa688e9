package dev.leasehold.testing.rules.broken.node.publish;

import dev.leasehold.testing.rules.broken.node.serve.Surface;

/** Publish may not know serve. */
public class Herald {
  Surface surface;
}
