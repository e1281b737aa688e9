package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;

/** One letter of an alphabet. */
public sealed interface Action {

  /** How a reader of a failure sees it. */
  String name();

  /** Somebody sends a command, now. */
  record Send(String name, Caller caller, Command command) implements Action {

    /** Empty if the command has none. */
    String requestId() {
      return switch (command) {
        case Command.Acquire c -> c.requestId();
        case Command.Renew c -> c.requestId();
        case Command.Heartbeat c -> c.requestId();
        case Command.Release c -> c.requestId();
        case Command.Complete c -> c.requestId();
        case Command.Close c -> c.requestId();
        case Command.Revoke c -> c.requestId();
        case Command.Advance c -> c.requestId();
        case Command.Transfer c -> c.requestId();
        case Command.Convert c -> c.requestId();
        case Command.Derive c -> c.requestId();
        case Command.Spend c -> c.requestId();
        case Command.Reserve c -> c.requestId();
        case Command.Adjust c -> c.requestId();
        case Command.Refresh c -> c.requestId();
        case Command.CreatePool c -> c.requestId();
        case Command.Deposit c -> c.requestId();
        case Command.Withdraw c -> c.requestId();
        default -> "";
      };
    }

    /** The same request sent again: the gateway gives a new id to what it would make. */
    Command again() {
      return switch (command) {
        case Command.Acquire c when !c.callersId() ->
            new Command.Acquire(
                c.leaseId() + "-again",
                false,
                c.policy(),
                c.space(),
                c.scope(),
                c.mode(),
                c.holder(),
                c.session(),
                c.ttlNanos(),
                c.maxRenewals(),
                c.labels(),
                c.requestId(),
                c.options());
        case Command.Transfer c ->
            new Command.Transfer(
                c.leaseId(), c.newLeaseId() + "-again", c.toHolder(), c.note(), c.requestId());
        case Command.Derive c ->
            new Command.Derive(
                c.parentId(),
                c.childId() + "-again",
                c.holder(),
                c.session(),
                c.scope(),
                c.mode(),
                c.authority(),
                c.budget(),
                c.ttlNanos(),
                c.requestId());
        default -> command;
      };
    }
  }

  /** Time goes on to the tick at which something falls due, and nobody does anything. */
  record Pass(String name) implements Action {}
}
