package dev.leasehold.testing.rules.broken.node.authorise;

import dev.leasehold.testing.rules.broken.api.v1.Message;
import dev.leasehold.testing.rules.broken.node.http.Surface;

/** Authorise may know neither http nor the wire. */
public class Guard {
  Surface surface;
  Message message;
}
