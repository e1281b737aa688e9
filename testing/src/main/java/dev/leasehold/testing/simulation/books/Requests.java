package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.Command;
import dev.leasehold.testing.requests.GeneratedIds;
import dev.leasehold.testing.requests.RequestIds;
import java.util.Locale;

/** Request ids and bodies, as their senders see them. */
public final class Requests {

  private Requests() {}

  /** A request id belongs to one caller in one space. */
  public static String key(String caller, String requestId, String space) {
    return caller + " " + requestId + " " + space;
  }

  public static String keyOf(String caller, Command command, Ledger ledger) {
    return key(caller, RequestIds.of(command), spaceOf(command, ledger));
  }

  /** Returns the space of a command; that of a lease which is not there has no valid name. */
  private static String spaceOf(Command command, Ledger ledger) {
    if (command instanceof Command.Acquire acquire) {
      return acquire.space();
    }
    String lease = leaseOf(command);
    Entry entry = ledger.find(lease);
    return lease.isEmpty() ? RequestBook.NO_SPACE : entry == null ? "?" : entry.space;
  }

  /** The lease that a command is about; empty if it is about none. */
  public static String leaseOf(Command command) {
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
      case Command.RequestMore c -> c.leaseId();
      case Command.RequestExtension c -> c.leaseId();
      case Command.GetLease c -> c.leaseId();
      case Command.Ask c -> c.leaseId();
      default -> "";
    };
  }

  /** Whether two requests ask for the same; a generated lease id is not part of what is asked. */
  public static boolean sameBody(Command one, Command other) {
    return plain(one).equals(plain(other));
  }

  private static Command plain(Command command) {
    return switch (command) {
      case Command.Acquire c -> c.callersId() ? c : GeneratedIds.with(c, "");
      case Command.Transfer c -> GeneratedIds.with(c, "");
      case Command.Derive c -> GeneratedIds.with(c, "");
      case Command.Release c ->
          new Command.Release(
              c.leaseId(),
              c.reason().isEmpty() ? "VOLUNTARY" : c.reason().toUpperCase(Locale.ROOT),
              c.afterNanos(),
              c.requestId());
      default -> command;
    };
  }
}
