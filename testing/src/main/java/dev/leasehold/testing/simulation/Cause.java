package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Role;

/** The command in whose course an event happened, who sent it, and the true time. */
record Cause(Command command, Caller caller, long trueNanos) {

  String actor() {
    return caller.actor();
  }

  boolean isAdmin() {
    return caller.role() == Role.ADMIN;
  }

  /** Whether the holder of the lease sent the command. */
  boolean isBy(Entry entry) {
    return caller.role() != Role.AUDITOR && actor().equals(entry.holder());
  }
}
