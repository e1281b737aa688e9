package dev.leasehold.testing.rules.broken.kernel.scope;

import dev.leasehold.testing.rules.broken.kernel.Core;

/** Scopes may not know leases. */
public class Inner {
  Core core;
}
