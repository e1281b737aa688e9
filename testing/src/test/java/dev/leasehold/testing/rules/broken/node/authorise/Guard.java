package dev.leasehold.testing.rules.broken.node.authorise;

import dev.leasehold.testing.rules.broken.api.v1.Message;
import dev.leasehold.testing.rules.broken.node.serve.Surface;

/** Authorise may know neither serve nor the wire. */
public class Guard {
  Surface surface;
  Message message;
}
