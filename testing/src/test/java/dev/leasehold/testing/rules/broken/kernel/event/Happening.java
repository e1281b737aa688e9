package dev.leasehold.testing.rules.broken.kernel.event;

import dev.leasehold.testing.rules.broken.kernel.Core;
import dev.leasehold.testing.rules.broken.kernel.command.Wish;

/** Values may not know what decides over them, nor each other in a circle. */
public class Happening {
  Core core;
  Wish wish;
}
