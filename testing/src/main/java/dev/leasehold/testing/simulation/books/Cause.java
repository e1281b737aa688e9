package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;

/** The command in whose course an event happened, who sent it, and the true time. */
public record Cause(Command command, Caller caller, long trueNanos, Command original) {

  /** A handshake counts as the acquire that it comes down to, and is kept beside it. */
  public Cause(Command original, Caller caller, long trueNanos) {
    this(Handshakes.plain(original, caller), caller, trueNanos, original);
  }

  public String actor() {
    return caller.actor();
  }

  public boolean isAdmin() {
    return caller.role() == Role.ADMIN;
  }

  public boolean isGateway() {
    return caller.role() == Role.GATEWAY;
  }

  /** Whether the sender may know all of the lease. */
  public boolean seesWhole(Entry entry) {
    return caller.role() != Role.AGENT || actor().equals(entry.holder());
  }

  /** Whether the sender's token names the space of the lease, or none. */
  public boolean hasAccessTo(Entry entry) {
    return caller.spaces().isEmpty() || caller.spaces().contains(entry.space);
  }

  /** Whether the command only looks at a lease, or asks for it. */
  public boolean looks() {
    return command instanceof LeaseQuery.GetLease
        || command instanceof LeaseQuery.Validate
        || command instanceof LeaseCommand.Ask;
  }

  /** Whether the holder of the lease sent the command. */
  public boolean isBy(Entry entry) {
    return caller.role() != Role.AUDITOR && actor().equals(entry.holder());
  }
}
