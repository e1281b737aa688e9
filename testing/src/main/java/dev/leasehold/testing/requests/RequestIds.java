package dev.leasehold.testing.requests;

import dev.leasehold.kernel.Command;

/** The id by which a retry of a command is known. */
public final class RequestIds {

  private RequestIds() {}

  /** Empty if the command has none. */
  public static String of(Command command) {
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
      case Command.ConfirmPool c -> c.requestId();
      default -> "";
    };
  }
}
