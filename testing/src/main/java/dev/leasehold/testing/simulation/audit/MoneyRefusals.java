package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.Units;
import org.jspecify.annotations.Nullable;

/** Says whether a refusal for want of money is right. */
final class MoneyRefusals {

  private final Ledger ledger;
  private final Command command;

  MoneyRefusals(Ledger ledger, Command command) {
    this.ledger = ledger;
    this.command = command;
  }

  boolean isInsufficient(@Nullable Entry entry) {
    return switch (command) {
      case LeaseCommand.Acquire asked -> lacks(asked);
      case PoolCommand.Withdraw asked -> {
        PoolBook pool = ledger.money.pool(asked.poolId());
        yield pool != null && !Units.covers(pool.free, Units.of(asked.amounts()));
      }
      case NodeCommand.TopUp asked ->
          ledger.money.pool(asked.poolId()) instanceof PoolBook pool && !pool.open;
      case ApprovalCommand.ApproveRequest asked ->
          entry != null && entry.account != null && !entry.account.pool.open;
      case PoolCommand.ConfirmPool asked -> {
        PoolBook pool = ledger.money.pool(asked.poolId());
        yield pool != null
            && !Units.covers(Units.sum(pool.free, pool.spent), Units.of(asked.spent()));
      }
      default -> entry != null && isBeyondRest(entry);
    };
  }

  private boolean lacks(LeaseCommand.Acquire asked) {
    PoolBook pool = ledger.money.pool(asked.rare().pool());
    return pool == null
        || !pool.open
        || !Units.hasSomeOfEach(pool.free, Units.of(asked.rare().budget()));
  }

  private boolean isBeyondRest(Entry entry) {
    LeaseAccount account = entry.account;
    if (account == null) {
      return true;
    }
    long[] rest = entry.isActive() ? account.rest : Units.none();
    return switch (command) {
      case BudgetCommand.Spend asked -> !Units.covers(rest, Units.of(asked.amounts()));
      case BudgetCommand.Reserve asked -> !Units.covers(rest, Units.of(asked.amounts()));
      case LeaseCommand.Derive asked -> !Units.covers(rest, Units.of(asked.budget()));
      case BudgetCommand.Settle asked ->
          account.holds.get(asked.reservationId()) instanceof LeaseAccount.Hold hold
              && !Units.covers(Units.sum(rest, hold.amounts()), Units.of(asked.amounts()));
      case BudgetCommand.Adjust asked ->
          account.holds.get(asked.reservationId()) instanceof LeaseAccount.Hold hold
              && !Units.covers(Units.sum(rest, hold.amounts()), Units.of(asked.amounts()));
      default -> false;
    };
  }
}
