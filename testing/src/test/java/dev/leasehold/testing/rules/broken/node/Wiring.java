package dev.leasehold.testing.rules.broken.node;

import dev.leasehold.testing.rules.broken.cli.Main;

/** The node may not know its command line. */
public class Wiring {
  Main main;
}
