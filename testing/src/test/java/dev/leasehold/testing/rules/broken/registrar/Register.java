package dev.leasehold.testing.rules.broken.registrar;

import dev.leasehold.testing.rules.broken.node.http.Surface;

public class Register {
  public Surface surface;
}
