package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides refreshes: more budget, as much as there is, and more time; also in grace. */
final class Refreshing {

  private Refreshing() {}

  static Reply refresh(Step step, Command.Refresh refresh) {
    return Change.of(
            step,
            "refresh",
            refresh.leaseId(),
            refresh.requestId(),
            AmountsInput.check("requested", refresh.requested()),
            refresh.requested())
        .against(
            holding ->
                holding.isInGrace()
                    ? refreshableInGrace(step.caller(), holding)
                    : Ownership.checkActive(step.caller(), holding))
        .against(
            holding ->
                holding.policy.isBudget() && holding.account() != null
                    ? null
                    : new Refusal.NotRenewable(holding.id, holding.policy.name()))
        .against(holding -> mustNotDraw(step, holding, refresh.requested()))
        .against(holding -> cannotGoOn(step, holding))
        .against(Spending::tooManyIds)
        .against(
            holding -> {
              Account account = Funds.accountOf(holding);
              Amounts after = account.granted.plus(addition(account, refresh.requested()));
              return account.isExhaustedWith(after)
                  ? new Refusal.BudgetExhausted(holding.id)
                  : null;
            })
        .record(
            (holding, request) ->
                new Event.Refreshed(
                    step.next(),
                    step.tick(),
                    step.wall(),
                    holding.id,
                    addition(Funds.accountOf(holding), refresh.requested()),
                    deadline(step, holding),
                    request));
  }

  private static @Nullable Refusal refreshableInGrace(Caller caller, Holding holding) {
    Refusal refusal = Ownership.checkHolder(caller, holding);
    Specials special = holding.specialsOrNull();
    boolean letGo = special != null && special.delayedRelease != null;
    return refusal == null && letGo ? new Refusal.BeingReleased(holding.id) : refusal;
  }

  /** More out of a pool takes what the first of it took: a token that names it and stands. */
  private static @Nullable Refusal mustNotDraw(Step step, Holding holding, Amounts requested) {
    PoolAccount pool = Funds.accountOf(holding).pool;
    if (pool == null || requested.isNothing()) {
      return null;
    }
    Refusal refusal = Pooling.mustNotDraw(step.caller(), pool.id);
    return refusal != null || step.caller().pool().isEmpty() ? refusal : Acquiring.tokenOver(step);
  }

  private static long deadline(Step step, Holding holding) {
    long wanted = Math.min(step.tick() + holding.ttlNanos(), holding.latestDeadlineTick());
    return holding.isActive() ? Math.max(wanted, holding.deadlineTick()) : wanted;
  }

  /** Its credential, its parent or an admin's notice may leave it no time at all. */
  private static @Nullable Refusal cannotGoOn(Step step, Holding holding) {
    Holding parent = holding.parent();
    boolean orphaned = parent != null && !parent.isActive();
    return orphaned || deadline(step, holding) <= step.tick()
        ? new Refusal.AlreadyTerminal(holding.id, holding.state())
        : null;
  }

  private static Amounts addition(Account account, Amounts requested) {
    PoolAccount pool = account.pool;
    if (pool != null) {
      return pool.open ? requested.atMost(pool.free) : Amounts.NONE;
    }
    return account.parent == null ? Amounts.NONE : requested.atMost(account.parent.rest());
  }
}
