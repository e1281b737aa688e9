package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.testing.requests.GeneratedIds;
import dev.leasehold.testing.requests.RequestIds;

/** One action of an {@link Alphabet}: a command that is sent, or time that passes. */
public sealed interface Action {

  /** How a reader of a failure sees it. */
  String name();

  /** Somebody sends a command, now. */
  record Send(String name, Caller caller, Command command) implements Action {

    /** Empty if the command has none. */
    String requestId() {
      return RequestIds.of(command);
    }

    /** The same request sent again: the gateway gives a new id to what it would make. */
    Command again() {
      return switch (command) {
        case LeaseCommand.Acquire c when !c.callersId() ->
            GeneratedIds.with(c, c.leaseId() + "-again");
        case LeaseCommand.Transfer c -> GeneratedIds.with(c, c.newLeaseId() + "-again");
        case LeaseCommand.Derive c -> GeneratedIds.with(c, c.childId() + "-again");
        default -> command;
      };
    }
  }

  /** Time goes on to the tick at which something falls due, and nobody does anything. */
  record Pass(String name) implements Action {}
}
