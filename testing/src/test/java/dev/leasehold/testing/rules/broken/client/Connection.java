package dev.leasehold.testing.rules.broken.client;

import dev.leasehold.testing.rules.broken.kernel.Core;

/** A client knows the wire, not the kernel. */
public class Connection {
  Core core;
}
