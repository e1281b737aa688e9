package dev.leasehold.testing.rules.broken.kernel.command;

import dev.leasehold.testing.rules.broken.kernel.event.Happening;

public class Wish {
  Happening happening;
}
