package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.PoolAccess;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides refreshes: more budget, as much as there is, and more time; also in grace. */
public final class Refreshing {

  private Refreshing() {}

  public static Reply refresh(Step step, Command.Refresh refresh) {
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
              Account account = Account.of(holding);
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
                    addition(Account.of(holding), refresh.requested()),
                    deadline(step, holding),
                    request));
  }

  private static @Nullable Refusal refreshableInGrace(Caller caller, LeaseRecord holding) {
    Refusal refusal = Ownership.checkHolder(caller, holding);
    boolean letGo = holding.rare().delayedRelease != null;
    return refusal == null && letGo ? new Refusal.BeingReleased(holding.id) : refusal;
  }

  /** Refuses more from a pool to a caller that may not draw on it, or whose token has ended. */
  private static @Nullable Refusal mustNotDraw(Step step, LeaseRecord holding, Amounts requested) {
    PoolAccount pool = Account.of(holding).pool;
    if (pool == null || requested.isNothing()) {
      return null;
    }
    Refusal refusal = PoolAccess.mustNotDraw(step.caller(), pool.id);
    return refusal != null || step.caller().pool().isEmpty() ? refusal : PoolAccess.tokenOver(step);
  }

  private static long deadline(Step step, LeaseRecord holding) {
    long wanted = Math.min(step.tick() + holding.ttlNanos(), holding.latestDeadlineTick());
    return holding.isActive() ? Math.max(wanted, holding.deadlineTick()) : wanted;
  }

  /** Refuses a lease whose credential, parent or announced end leaves it no time at all. */
  private static @Nullable Refusal cannotGoOn(Step step, LeaseRecord holding) {
    LeaseRecord parent = holding.parent();
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

  public static void refreshed(State state, Event.Refreshed e) {
    LeaseRecord holding = state.known(e.leaseId());
    if (!holding.isBlocking()) {
      throw new IllegalStateException("a refresh of a lease that is not held: " + holding.id);
    }
    holding.refresh(e.deadlineTick(), e.tick(), e.wallNanos());
    Account.of(holding).draw(e.added());
    Spending.moved(state, holding, e, e.request());
    state.deadlines.moved(holding);
  }
}
