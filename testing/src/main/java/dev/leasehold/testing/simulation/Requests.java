package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import java.util.Locale;

/** Request ids and bodies, as whoever sends them sees them. */
final class Requests {

  private Requests() {}

  static String key(String caller, String requestId) {
    return caller + " " + requestId;
  }

  static String keyOf(String caller, Command command) {
    return key(caller, idOf(command));
  }

  static String idOf(Command command) {
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

  /** The lease that a command is about; empty if it is about none. */
  static String leaseOf(Command command) {
    return switch (command) {
      case Command.Acquire c -> c.leaseId();
      case Command.Renew c -> c.leaseId();
      case Command.Heartbeat c -> c.leaseId();
      case Command.Release c -> c.leaseId();
      case Command.Complete c -> c.leaseId();
      case Command.Close c -> c.leaseId();
      case Command.Revoke c -> c.leaseId();
      case Command.Advance c -> c.leaseId();
      case Command.Validate c -> c.leaseId();
      case Command.Transfer c -> c.leaseId();
      case Command.Convert c -> c.leaseId();
      case Command.Derive c -> c.parentId();
      case Command.GiveUp c -> c.leaseId();
      case Command.Spend c -> c.leaseId();
      case Command.Reserve c -> c.leaseId();
      case Command.Settle c -> c.leaseId();
      case Command.Cancel c -> c.leaseId();
      case Command.Adjust c -> c.leaseId();
      case Command.Refresh c -> c.leaseId();
      case Command.GetLease c -> c.leaseId();
      default -> "";
    };
  }

  /** Whether two requests ask for the same; a generated lease id is not part of what is asked. */
  static boolean sameBody(Command one, Command other) {
    return plain(one).equals(plain(other));
  }

  private static Command plain(Command command) {
    return switch (command) {
      case Command.Acquire c -> c.callersId() ? c : withId(c, "");
      case Command.Transfer c -> withId(c, "");
      case Command.Derive c -> withId(c, "");
      case Command.Release c ->
          new Command.Release(
              c.leaseId(),
              c.reason().isEmpty() ? "VOLUNTARY" : c.reason().toUpperCase(Locale.ROOT),
              c.afterNanos(),
              c.requestId());
      default -> command;
    };
  }

  static Command.Transfer withId(Command.Transfer c, String id) {
    return new Command.Transfer(c.leaseId(), id, c.toHolder(), c.note(), c.requestId());
  }

  static Command.Derive withId(Command.Derive c, String id) {
    return new Command.Derive(
        c.parentId(),
        id,
        c.holder(),
        c.session(),
        c.scope(),
        c.mode(),
        c.authority(),
        c.budget(),
        c.ttlNanos(),
        c.requestId());
  }

  static Command.Acquire withId(Command.Acquire c, String id) {
    return new Command.Acquire(
        id,
        c.callersId(),
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
  }
}
