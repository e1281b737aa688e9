package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.Command;
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
      case Command.Acquire asked -> lacks(asked);
      case Command.Withdraw asked -> {
        PoolBook pool = ledger.money.pool(asked.poolId());
        yield pool != null && !Units.covers(pool.free, Units.of(asked.amounts()));
      }
      case Command.TopUp asked ->
          ledger.money.pool(asked.poolId()) instanceof PoolBook pool && !pool.open;
      case Command.ApproveRequest asked ->
          entry != null && entry.account != null && !entry.account.pool.open;
      case Command.ConfirmPool asked -> {
        PoolBook pool = ledger.money.pool(asked.poolId());
        yield pool != null
            && !Units.covers(Units.sum(pool.free, pool.spent), Units.of(asked.spent()));
      }
      default -> entry != null && isBeyondRest(entry);
    };
  }

  private boolean lacks(Command.Acquire asked) {
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
      case Command.Spend asked -> !Units.covers(rest, Units.of(asked.amounts()));
      case Command.Reserve asked -> !Units.covers(rest, Units.of(asked.amounts()));
      case Command.Derive asked -> !Units.covers(rest, Units.of(asked.budget()));
      case Command.Settle asked ->
          account.holds.get(asked.reservationId()) instanceof LeaseAccount.Hold hold
              && !Units.covers(Units.sum(rest, hold.amounts()), Units.of(asked.amounts()));
      case Command.Adjust asked ->
          account.holds.get(asked.reservationId()) instanceof LeaseAccount.Hold hold
              && !Units.covers(Units.sum(rest, hold.amounts()), Units.of(asked.amounts()));
      default -> false;
    };
  }
}
