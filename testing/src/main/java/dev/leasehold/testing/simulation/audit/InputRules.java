package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.testing.simulation.books.AskedMore;
import dev.leasehold.testing.simulation.books.ConfigBook;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.PolicyFacts;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.Units;
import org.jspecify.annotations.Nullable;

/** Says whether a field that was refused is really not valid. */
final class InputRules {

  private static final long MIN_TTL_NANOS = 1_000_000L;
  private static final long MAX_TTL_NANOS = 366 * 86_400_000_000_000L;

  private final Ledger ledger;
  private final Command command;

  InputRules(Ledger ledger, Command command) {
    this.ledger = ledger;
    this.command = command;
  }

  boolean isInvalid(String field, @Nullable Entry entry) {
    return switch (field) {
      case "ttl" -> isOutside(ttl()) || (entry != null && isTooLong(entry));
      case "mode" -> isWrongMode(entry);
      case "scope" ->
          command instanceof LeaseCommand.Derive asked && asked.scope() != null && entry != null;
      case "authority" ->
          command instanceof LeaseCommand.Derive asked
              && entry != null
              && !Authorities.isWithin(asked.authority(), entry.authority);
      case "leaseId" -> isWrongLease(entry);
      case "requestId" -> isUsedReservation(entry);
      case "caseInsensitive" ->
          command instanceof AdminCommand.DeclareSpace asked
              && ledger.living().stream()
                  .anyMatch(held -> held.blocks() && held.space.equals(asked.space()));
      case "tokenId" ->
          command instanceof AdminCommand.IssueToken asked
              ? ledger.tokens.containsKey(asked.tokenId())
              : command instanceof LeaseCommand.Acquire && entry != null && entry.ipToken != null;
      case "id" -> isWrongPool() || isDecided();
      case "period" -> isWrongPeriod();
      case "name" ->
          command instanceof AdminCommand.AddPolicy asked
              && PolicyFacts.BUILT_IN.stream().anyMatch(p -> p.name().equals(asked.name()));
      case "notice" ->
          command instanceof LeaseCommand.Revoke && entry != null && entry.announced != null;
      case "spent" -> command instanceof PoolCommand.ConfirmPool;
      case "maxRenewals" ->
          command instanceof LeaseCommand.Acquire asked
              && asked.maxRenewals() != LeaseCommand.UNSET
              && ledger.newestPolicy(asked.policy()) instanceof PolicyFacts facts
              && (!facts.renewable()
                  || (facts.name().equals("file") && ledger.config.isTooMany(asked.maxRenewals())));
      case "policy" ->
          command instanceof LeaseCommand.Acquire asked
              && ledger.newestPolicy(asked.policy()) == null;
      case "budget" ->
          command instanceof LeaseCommand.Acquire asked
              && asked.rare().budget().isNothing()
              && ledger.newestPolicy(asked.policy()) instanceof PolicyFacts facts
              && facts.isBudget();
      case "wait" -> !ledger.config.mayWait(waitNanos());
      case "value" ->
          command instanceof AdminCommand.SetConfig asked
              && !ConfigBook.isValid(asked.key(), asked.value());
      default -> isForeignUnit(field, entry);
    };
  }

  /** A unit that neither the lease nor the pool has, and the account has some other. */
  private boolean isForeignUnit(String field, @Nullable Entry entry) {
    int unit = Units.NAMES.indexOf(field.substring(field.indexOf('.') + 1));
    LeaseAccount account = entry == null ? null : entry.account;
    PoolBook pool = poolAsked(account);
    if (unit < 0) {
      return false;
    }
    if (pool != null) {
      long[] recurring =
          pool.recurrence == null ? Units.none() : Units.of(pool.recurrence.amounts());
      return pool.paidIn[unit] + recurring[unit] == 0;
    }
    if (account == null) {
      return false;
    }
    LeaseAccount parent = command instanceof BudgetCommand.Refresh ? account.parent : null;
    return (parent != null ? parent : account).granted[unit] == 0;
  }

  /** The pool that the command takes from; null if it takes from a lease. */
  private @Nullable PoolBook poolAsked(@Nullable LeaseAccount account) {
    return switch (command) {
      case LeaseCommand.Acquire asked -> ledger.money.pool(asked.rare().pool());
      case PoolCommand.Withdraw asked -> ledger.money.pool(asked.poolId());
      case PoolCommand.ConfirmPool asked -> ledger.money.pool(asked.poolId());
      case BudgetCommand.Refresh asked ->
          account != null && account.parent == null ? account.pool : null;
      default -> null;
    };
  }

  /** More time than was asked for, or more than the parent, the token or the notice leaves. */
  private boolean isTooLong(Entry entry) {
    return switch (command) {
      case ApprovalCommand.RequestExtension asked ->
          entry.deadline + asked.ttlNanos() > entry.latestDeadline();
      case ApprovalCommand.ApproveRequest given
          when ledger.money.asking.find(given.id()) instanceof AskedMore asked -> {
        long nanos = given.ttlNanos() == 0 ? asked.ttlNanos : given.ttlNanos();
        yield nanos > asked.ttlNanos || entry.deadline + nanos > entry.latestDeadline();
      }
      default -> false;
    };
  }

  private long waitNanos() {
    return switch (command) {
      case LeaseCommand.Acquire asked -> asked.rare().waitNanos();
      case LeaseCommand.Convert asked -> asked.waitNanos();
      default -> 0;
    };
  }

  private boolean isWrongMode(@Nullable Entry entry) {
    return switch (command) {
      case LeaseCommand.Acquire asked ->
          ledger.newestPolicy(asked.policy()) instanceof PolicyFacts facts
              && !facts.modes().contains(asked.mode());
      case LeaseCommand.Convert asked ->
          entry != null
              && (!entry.facts.modes().contains(asked.mode())
                  || (asked.mode() == Mode.EXCLUSIVE
                      ? entry.parent != null && !entry.parent.exclusive
                      : entry.children.stream().anyMatch(c -> c.isActive() && c.wantsExclusive())));
      case LeaseCommand.Derive asked ->
          entry != null
              && asked.mode() != null
              && (!entry.facts.modes().contains(asked.mode())
                  || (asked.mode() == Mode.EXCLUSIVE && !entry.exclusive));
      default -> false;
    };
  }

  private boolean isWrongLease(@Nullable Entry entry) {
    return switch (command) {
      case LeaseCommand.Acquire asked -> asked.callersId() && !asked.policy().equals("work");
      case LeaseCommand.Complete asked -> entry != null && !entry.facts.isCheckedIn();
      case LeaseCommand.Close asked -> entry != null && !entry.facts.isBudget();
      case ApprovalCommand.RequestMore asked -> entry != null && entry.parent != null;
      case LeaseCommand.Advance asked -> entry != null && !entry.exclusive;
      case LeaseCommand.Derive asked -> entry != null && entry.ancestorTokens().size() >= 15;
      default -> false;
    };
  }

  /** A reservation's id is never that of another one of the same lease. */
  private boolean isUsedReservation(@Nullable Entry entry) {
    LeaseAccount account = entry == null ? null : entry.account;
    return command instanceof BudgetCommand.Reserve asked
        && account != null
        && (account.holds.containsKey(asked.requestId())
            || account.over.containsKey(asked.requestId()));
  }

  private boolean isWrongPool() {
    return switch (command) {
      case PoolCommand.CreatePool asked -> ledger.money.pool(asked.poolId()) != null;
      case PoolCommand.ConfirmPool asked ->
          ledger.money.pool(asked.poolId()) instanceof PoolBook pool && pool.open;
      case NodeCommand.TopUp asked ->
          ledger.money.pool(asked.poolId()) instanceof PoolBook pool && pool.recurrence == null;
      default -> false;
    };
  }

  /** A request for more is decided once, and not after its lease's end. */
  private boolean isDecided() {
    String id =
        switch (command) {
          case ApprovalCommand.ApproveRequest asked -> asked.id();
          case ApprovalCommand.DeclineRequest asked -> asked.id();
          default -> "";
        };
    return ledger.money.asking.find(id) instanceof AskedMore asked && !asked.isOpen();
  }

  private boolean isWrongPeriod() {
    return command instanceof NodeCommand.TopUp asked
        && ledger.money.pool(asked.poolId()) instanceof PoolBook pool
        && pool.recurrence != null
        && (asked.period().compareTo(pool.period) <= 0
            || asked.period().length()
                != switch (pool.recurrence.every()) {
                  case DAY -> "2026-11-18".length();
                  case WEEK -> "2026-W47".length();
                  case MONTH -> "2026-11".length();
                });
  }

  private long ttl() {
    return switch (command) {
      case LeaseCommand.Acquire asked -> asked.ttlNanos();
      case LeaseCommand.Renew asked -> asked.ttlNanos();
      case LeaseCommand.Derive asked -> asked.ttlNanos();
      default -> 0;
    };
  }

  private static boolean isOutside(long ttlNanos) {
    return ttlNanos != 0 && (ttlNanos < MIN_TTL_NANOS || ttlNanos > MAX_TTL_NANOS);
  }
}
