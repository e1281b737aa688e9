package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides what admins do with pools of money. */
public final class Pooling {

  private Pooling() {}

  public static Reply create(Step step, PoolCommand.CreatePool create) {
    Refusal refusal = malformed(step, create.poolId(), create.requestId());
    refusal = refusal != null ? refusal : AmountsInput.check("amounts", create.amounts());
    refusal = refusal != null ? refusal : ToppingUp.check(create.recurrence());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(create);
    Reply retry = Retries.find(step, create.requestId(), RequestKey.NO_SPACE, fingerprint);
    if (retry != null) {
      return retry;
    }
    if (step.state.accounts.pools.containsKey(create.poolId())) {
      return Step.refuse(new InputRefusal.InvalidInput("id", "there is such a pool already"));
    }
    if (step.state.accounts.pools.size() >= Limits.MAX_POOLS) {
      return Step.refuse(
          new LimitRefusal.QuotaExceeded(
              "there are " + Limits.MAX_POOLS + " pools, all there may be"));
    }
    step.record(
        new PoolEvent.PoolCreated(
            step.at(),
            create.poolId(),
            create.amounts(),
            request(step, create.requestId(), fingerprint)));
    if (create.recurrence() != null) {
      step.record(
          ToppingUp.setting(step, create.poolId(), create.recurrence(), Event.Request.NONE));
    }
    return answer(step.state, create.poolId());
  }

  public static Reply deposit(Step step, PoolCommand.Deposit deposit) {
    return change(step, deposit, deposit.poolId(), true, deposit.amounts(), deposit.reason());
  }

  public static Reply withdraw(Step step, PoolCommand.Withdraw withdraw) {
    return change(step, withdraw, withdraw.poolId(), false, withdraw.amounts(), withdraw.reason());
  }

  private static Reply change(
      Step step,
      Command.Retryable command,
      String poolId,
      boolean deposit,
      Amounts amounts,
      String reason) {
    Refusal refusal = malformed(step, poolId, command.requestId());
    refusal = refusal != null ? refusal : AmountsInput.checkSome("amounts", amounts);
    refusal =
        refusal != null
            ? refusal
            : FieldChecks.checkReason(reason, "say why the pool changes in reason");
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(command);
    Reply retry = Retries.find(step, command.requestId(), RequestKey.NO_SPACE, fingerprint);
    if (retry != null) {
      return retry;
    }
    PoolAccount pool = step.state.accounts.pools.get(poolId);
    if (pool == null) {
      return Step.refuse(step.state.accounts.noSuchPool(poolId, step.caller()));
    }
    refusal = deposit ? null : unknownUnit("amounts", pool, amounts);
    if (refusal == null) {
      refusal = deposit ? tooMuch(pool, amounts) : tooLittle(pool, amounts);
    }
    refusal = refusal != null ? refusal : tooManyIds(pool);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new PoolEvent.PoolChanged(
            step.at(),
            poolId,
            deposit,
            amounts,
            reason,
            request(step, command.requestId(), fingerprint)));
    return answer(step.state, poolId);
  }

  private static @Nullable Refusal tooMuch(PoolAccount pool, Amounts amounts) {
    return AmountsInput.check("amounts", pool.pool().total().plus(amounts));
  }

  private static @Nullable Refusal tooLittle(PoolAccount pool, Amounts amounts) {
    return pool.free.covers(amounts)
        ? null
        : new BudgetRefusal.InsufficientBudget("pool " + pool.id, amounts, pool.free);
  }

  private static @Nullable Refusal unknownUnit(String field, PoolAccount pool, Amounts amounts) {
    return AmountsInput.checkUnits(field, amounts, pool.units(), "pool " + pool.id);
  }

  static @Nullable Refusal tooManyIds(PoolAccount pool) {
    return pool.requests.size() < Limits.MAX_MONEY_IDS
        ? null
        : new LimitRefusal.QuotaExceeded("pool " + pool.id + " has changed too often in 30 days");
  }

  /** Confirms the amounts spent: not less than were known to be spent, not more than there are. */
  public static Reply confirm(Step step, PoolCommand.ConfirmPool confirm) {
    Refusal refusal = malformed(step, confirm.poolId(), confirm.requestId());
    refusal = refusal != null ? refusal : AmountsInput.check("spent", confirm.spent());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(confirm);
    Reply retry = Retries.find(step, confirm.requestId(), RequestKey.NO_SPACE, fingerprint);
    if (retry != null) {
      return retry;
    }
    PoolAccount pool = step.state.accounts.pools.get(confirm.poolId());
    if (pool == null) {
      return Step.refuse(step.state.accounts.noSuchPool(confirm.poolId(), step.caller()));
    }
    if (pool.open) {
      return Step.refuse(
          new InputRefusal.InvalidInput(
              "id", "the pool is open; only a restored one is confirmed"));
    }
    if (!confirm.spent().covers(pool.spent)) {
      return Step.refuse(
          new InputRefusal.InvalidInput("spent", "at least " + pool.spent.words() + " was spent"));
    }
    Amounts more = confirm.spent().minus(pool.spent);
    refusal = unknownUnit("spent", pool, more);
    refusal = refusal != null ? refusal : tooLittle(pool, more);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new PoolEvent.PoolConfirmed(
            step.at(), pool.id, confirm.spent(), request(step, confirm.requestId(), fingerprint)));
    return answer(step.state, pool.id);
  }

  public static Reply get(Step step, PoolCommand.GetPool get) {
    Refusal refusal = Names.check("id", get.poolId());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    if (step.caller().role() == Role.AGENT && !step.caller().mayDrawOn(get.poolId())) {
      return Step.refuse(new AccessRefusal.Forbidden("your token does not name this pool"));
    }
    return step.state.accounts.pools.containsKey(get.poolId())
        ? answer(step.state, get.poolId())
        : Step.refuse(step.state.accounts.noSuchPool(get.poolId(), step.caller()));
  }

  public static Reply list(Step step) {
    return step.caller().role() == Role.AGENT
        ? Step.refuse(
            new AccessRefusal.Forbidden("an agent sees only the pool that its token names"))
        : new Reply.Pools(
            step.state.accounts.pools.values().stream().map(PoolAccount::pool).toList());
  }

  static @Nullable Refusal malformed(Step step, String poolId, String requestId) {
    if (!step.caller().isAdminOfAll()) {
      return new AccessRefusal.Forbidden("only an admin of all spaces may change pools");
    }
    Refusal refusal = Names.check("id", poolId);
    return refusal != null ? refusal : Names.checkOptional("requestId", requestId);
  }

  static Event.Request request(Step step, String requestId, long fingerprint) {
    return new Event.Request(step.caller().actor(), requestId, fingerprint);
  }

  private static Reply answer(State state, String poolId) {
    return new Reply.OfPool(state.accounts.pool(poolId).pool());
  }

  public static void created(State state, PoolEvent.PoolCreated e) {
    PoolAccount pool = new PoolAccount(e.poolId());
    pool.free = e.amounts();
    remember(state, pool, e.request(), e.tick());
    state.accounts.pools.put(pool.id, pool);
  }

  public static void changed(State state, PoolEvent.PoolChanged e) {
    PoolAccount pool = state.accounts.pool(e.poolId());
    pool.free = e.deposit() ? pool.free.plus(e.amounts()) : pool.free.minus(e.amounts());
    remember(state, pool, e.request(), e.tick());
  }

  public static void confirmed(State state, PoolEvent.PoolConfirmed e) {
    PoolAccount pool = state.accounts.pool(e.poolId());
    Amounts more = e.spent().minus(pool.spent);
    pool.free = pool.free.minus(more);
    pool.spent = e.spent();
    pool.open = true;
    remember(state, pool, e.request(), e.tick());
  }

  static void remember(State state, PoolAccount pool, Event.Request request, long tick) {
    RequestKey key =
        new RequestKey(
            request.caller(), request.requestId(), RequestKey.NO_SPACE, request.fingerprint());
    state.requests.remember(key, tick, pool);
  }
}
