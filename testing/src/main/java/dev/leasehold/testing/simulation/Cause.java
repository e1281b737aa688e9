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

  /** Whether the sender may know all of the lease. */
  boolean seesAllOf(Entry entry) {
    return caller.role() != Role.AGENT || actor().equals(entry.holder());
  }

  /** Whether the command only looks at a lease, or asks for it. */
  boolean looks() {
    return command instanceof Command.GetLease
        || command instanceof Command.Validate
        || command instanceof Command.Ask;
  }

  /** Whether the holder of the lease sent the command. */
  boolean isBy(Entry entry) {
    return caller.role() != Role.AUDITOR && actor().equals(entry.holder());
  }
}
