package dev.leasehold.testing.rules.broken.cli;

import dev.leasehold.testing.rules.broken.kernel.Core;
import dev.leasehold.testing.rules.broken.testing.Fixture;

/** The command line may know neither the kernel nor the tests. */
public class Main {
  Core core;
  Fixture fixture;
}
