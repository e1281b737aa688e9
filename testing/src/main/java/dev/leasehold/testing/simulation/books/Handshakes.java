package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;

/**
 * A handshake as the acquire that it comes down to, and a gateway's reservation as any other, so
 * that all rules of these hold for them.
 */
public final class Handshakes {

  /** The space of all rights to spend that handshakes give. */
  public static final String SPACE = "leasehold.budgets";

  private Handshakes() {}

  /** Any other command stays as it is. */
  public static Command plain(Command command, Caller caller) {
    return switch (command) {
      case BudgetCommand.ReserveFor asked -> asked.reserve();
      case BudgetCommand.Handshake asked -> acquire(asked, caller);
      default -> command;
    };
  }

  private static Command acquire(BudgetCommand.Handshake asked, Caller caller) {
    return new LeaseCommand.Acquire(
        asked.leaseId(),
        false,
        asked.policy(),
        SPACE,
        ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of("/" + caller.actor()))).scope(),
        Mode.EXCLUSIVE,
        caller.actor(),
        "",
        asked.ttlNanos(),
        LeaseCommand.UNSET,
        Map.of(),
        asked.requestId(),
        LeaseCommand.RareTerms.NONE
            .withWait(asked.waitNanos(), 0)
            .withBudget(asked.pool(), asked.requested()));
  }
}
