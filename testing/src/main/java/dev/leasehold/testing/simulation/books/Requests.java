package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
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
    if (command instanceof LeaseCommand.Acquire acquire) {
      return acquire.space();
    }
    String lease = leaseOf(command);
    Entry entry = ledger.find(lease);
    return lease.isEmpty() ? RequestBook.NO_SPACE : entry == null ? "?" : entry.space;
  }

  /** The lease that a command is about; empty if it is about none. */
  public static String leaseOf(Command command) {
    return switch (command) {
      case LeaseCommand.Acquire c -> c.leaseId();
      case LeaseCommand.Renew c -> c.leaseId();
      case LeaseCommand.Heartbeat c -> c.leaseId();
      case LeaseCommand.Release c -> c.leaseId();
      case LeaseCommand.Complete c -> c.leaseId();
      case LeaseCommand.Close c -> c.leaseId();
      case LeaseCommand.Revoke c -> c.leaseId();
      case LeaseCommand.Advance c -> c.leaseId();
      case LeaseQuery.Validate c -> c.leaseId();
      case LeaseCommand.Transfer c -> c.leaseId();
      case LeaseCommand.Convert c -> c.leaseId();
      case LeaseCommand.Derive c -> c.parentId();
      case NodeCommand.GiveUp c -> c.leaseId();
      case BudgetCommand.Spend c -> c.leaseId();
      case BudgetCommand.Reserve c -> c.leaseId();
      case BudgetCommand.Settle c -> c.leaseId();
      case BudgetCommand.Cancel c -> c.leaseId();
      case BudgetCommand.Adjust c -> c.leaseId();
      case BudgetCommand.Refresh c -> c.leaseId();
      case ApprovalCommand.RequestMore c -> c.leaseId();
      case ApprovalCommand.RequestExtension c -> c.leaseId();
      case LeaseQuery.GetLease c -> c.leaseId();
      case LeaseCommand.Ask c -> c.leaseId();
      default -> "";
    };
  }

  /** Whether two requests ask for the same; a generated lease id is not part of what is asked. */
  public static boolean sameBody(Command one, Command other) {
    return plain(one).equals(plain(other));
  }

  private static Command plain(Command command) {
    return switch (command) {
      case LeaseCommand.Acquire c -> c.callersId() ? c : GeneratedIds.with(c, "");
      case LeaseCommand.Transfer c -> GeneratedIds.with(c, "");
      case LeaseCommand.Derive c -> GeneratedIds.with(c, "");
      case LeaseCommand.Release c ->
          new LeaseCommand.Release(
              c.leaseId(),
              c.reason().isEmpty() ? "VOLUNTARY" : c.reason().toUpperCase(Locale.ROOT),
              c.afterNanos(),
              c.requestId());
      default -> command;
    };
  }
}
