package dev.leasehold.testing.rules.broken.node.publish;

import dev.leasehold.testing.rules.broken.node.http.Surface;

/** Publish may not know http. */
public class Herald {
  Surface surface;
}
