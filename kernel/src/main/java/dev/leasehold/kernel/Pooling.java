package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides what admins do with pools of money. */
final class Pooling {

  private final State state;

  Pooling(State state) {
    this.state = state;
  }

  Reply create(Step step, Command.CreatePool create) {
    long print = Fingerprint.of("create pool", create.poolId(), create.amounts());
    Refusal refusal = malformed(step, create.poolId(), create.requestId());
    refusal = refusal != null ? refusal : AmountsInput.check("amounts", create.amounts());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Reply retry = Retries.find(step, create.requestId(), RequestKey.NO_SPACE, print);
    if (retry != null) {
      return retry;
    }
    if (state.funds.pools.containsKey(create.poolId())) {
      return Step.refuse(new Refusal.InvalidInput("id", "there is such a pool already"));
    }
    if (state.funds.pools.size() >= Limits.MAX_POOLS) {
      return Step.refuse(
          new Refusal.QuotaExceeded("there are " + Limits.MAX_POOLS + " pools, all there may be"));
    }
    step.record(
        new Event.PoolCreated(
            step.next(),
            step.tick(),
            step.wall(),
            create.poolId(),
            create.amounts(),
            request(step, create.requestId(), print)));
    return answer(create.poolId());
  }

  Reply deposit(Step step, Command.Deposit deposit) {
    return change(
        step, deposit.poolId(), true, deposit.amounts(), deposit.reason(), deposit.requestId());
  }

  Reply withdraw(Step step, Command.Withdraw withdraw) {
    return change(
        step,
        withdraw.poolId(),
        false,
        withdraw.amounts(),
        withdraw.reason(),
        withdraw.requestId());
  }

  private Reply change(
      Step step, String poolId, boolean deposit, Amounts amounts, String reason, String requestId) {
    Refusal refusal = malformed(step, poolId, requestId);
    refusal = refusal != null ? refusal : AmountsInput.checkSome("amounts", amounts);
    refusal =
        refusal != null
            ? refusal
            : EndingLeases.checkReason(reason, "say why the pool changes in reason");
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long print = Fingerprint.of(deposit ? "deposit" : "withdraw", poolId, amounts, reason);
    Reply retry = Retries.find(step, requestId, RequestKey.NO_SPACE, print);
    if (retry != null) {
      return retry;
    }
    PoolAccount pool = state.funds.pools.get(poolId);
    if (pool == null) {
      return Step.refuse(new Refusal.NoSuchPool(poolId));
    }
    refusal = deposit ? tooMuch(pool, amounts) : tooLittle(pool, amounts);
    refusal = refusal != null ? refusal : tooManyIds(pool);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new Event.PoolChanged(
            step.next(),
            step.tick(),
            step.wall(),
            poolId,
            deposit,
            amounts,
            reason,
            request(step, requestId, print)));
    return answer(poolId);
  }

  private static @Nullable Refusal tooMuch(PoolAccount pool, Amounts amounts) {
    return AmountsInput.check("amounts", pool.pool().total().plus(amounts));
  }

  private static @Nullable Refusal tooLittle(PoolAccount pool, Amounts amounts) {
    return pool.free.covers(amounts)
        ? null
        : new Refusal.InsufficientBudget("pool " + pool.id, amounts, pool.free);
  }

  private static @Nullable Refusal tooManyIds(PoolAccount pool) {
    return pool.requests.size() < Limits.MAX_MONEY_IDS
        ? null
        : new Refusal.QuotaExceeded("pool " + pool.id + " has changed too often in 30 days");
  }

  /** Never less than was known to be spent, never more than there is. */
  Reply confirm(Step step, Command.ConfirmPool confirm) {
    Refusal refusal = malformed(step, confirm.poolId(), confirm.requestId());
    refusal = refusal != null ? refusal : AmountsInput.check("spent", confirm.spent());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long print = Fingerprint.of("confirm", confirm.poolId(), confirm.spent());
    Reply retry = Retries.find(step, confirm.requestId(), RequestKey.NO_SPACE, print);
    if (retry != null) {
      return retry;
    }
    PoolAccount pool = state.funds.pools.get(confirm.poolId());
    if (pool == null) {
      return Step.refuse(new Refusal.NoSuchPool(confirm.poolId()));
    }
    if (pool.open) {
      return Step.refuse(
          new Refusal.InvalidInput("id", "the pool is open; only a restored one is confirmed"));
    }
    if (!confirm.spent().covers(pool.spent)) {
      return Step.refuse(
          new Refusal.InvalidInput("spent", "at least " + pool.spent + " was spent"));
    }
    Amounts more = confirm.spent().minus(pool.spent);
    refusal = tooLittle(pool, more);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new Event.PoolConfirmed(
            step.next(),
            step.tick(),
            step.wall(),
            pool.id,
            confirm.spent(),
            request(step, confirm.requestId(), print)));
    return answer(pool.id);
  }

  Reply get(Step step, Command.GetPool get) {
    Refusal refusal = Names.check("id", get.poolId());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    if (step.caller().role() == Role.AGENT && !step.caller().mayDrawOn(get.poolId())) {
      return Step.refuse(new Refusal.Forbidden("your token does not name this pool"));
    }
    return state.funds.pools.containsKey(get.poolId())
        ? answer(get.poolId())
        : Step.refuse(new Refusal.NoSuchPool(get.poolId()));
  }

  Reply list(Step step) {
    return step.caller().role() == Role.AGENT
        ? Step.refuse(new Refusal.Forbidden("an agent sees only the pool that its token names"))
        : new Reply.Pools(state.funds.pools.values().stream().map(PoolAccount::pool).toList());
  }

  static @Nullable Refusal mustNotDraw(Caller caller, String poolId) {
    if (caller.mayDrawOn(poolId)) {
      return null;
    }
    return new Refusal.Forbidden(
        caller.isAdmin()
            ? "only an admin of all spaces may draw on pools"
            : "your token does not allow you to draw on the pool " + poolId);
  }

  private static @Nullable Refusal malformed(Step step, String poolId, String requestId) {
    if (!step.caller().isAdminOfAll()) {
      return new Refusal.Forbidden("only an admin of all spaces may change pools");
    }
    Refusal refusal = Names.check("id", poolId);
    return refusal != null ? refusal : Names.checkOptional("requestId", requestId);
  }

  private static Event.Request request(Step step, String requestId, long print) {
    return new Event.Request(step.caller().actor(), requestId, requestId.isEmpty() ? 0 : print);
  }

  private Reply answer(String poolId) {
    return new Reply.OfPool(state.funds.pool(poolId).pool());
  }
}
