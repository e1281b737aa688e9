package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
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

  public static Reply refresh(Step step, BudgetCommand.Refresh refresh) {
    return Change.of(
            step, refresh, refresh.leaseId(), AmountsInput.check("requested", refresh.requested()))
        .against(record -> refreshable(step, record))
        .against(
            record ->
                record.policy.isBudget() && record.account() != null
                    ? null
                    : new LeaseRefusal.NotRenewable(record.id, record.policy.name()))
        .against(record -> refusalToDraw(step, record, refresh.requested()))
        .against(record -> cannotGoOn(step, record))
        .against(Spending::tooManyIds)
        .against(record -> unknownUnit("requested", record, refresh.requested()))
        .against(
            record -> {
              Account account = Account.of(record);
              Amounts after = account.granted.plus(addition(account, refresh.requested()));
              return account.isExhaustedWith(after)
                  ? new BudgetRefusal.BudgetExhausted(record.id)
                  : null;
            })
        .record(
            (record, request) ->
                new BudgetEvent.Refreshed(
                    step.at(),
                    record.id,
                    addition(Account.of(record), refresh.requested()),
                    deadline(step, record),
                    request));
  }

  static @Nullable Refusal refreshable(Step step, LeaseRecord record) {
    if (!record.isInGrace()) {
      return Ownership.checkActive(step, record);
    }
    Refusal refusal = Ownership.checkHolder(step.caller(), record);
    boolean letGo = record.rare().delayedRelease != null;
    return refusal == null && letGo ? new LeaseRefusal.BeingReleased(record.id) : refusal;
  }

  /** Refuses more from a pool to a caller that may not draw on it, or whose token has ended. */
  private static @Nullable Refusal refusalToDraw(Step step, LeaseRecord record, Amounts requested) {
    PoolAccount pool = Account.of(record).pool;
    if (pool == null || requested.isNothing()) {
      return null;
    }
    Refusal refusal = PoolAccess.refusalToDraw(step.caller(), pool.id);
    return refusal != null || step.caller().pool().isEmpty() ? refusal : PoolAccess.tokenOver(step);
  }

  /** Refuses a unit that the pool, or the lease that this one was derived from, never had. */
  static @Nullable Refusal unknownUnit(String field, LeaseRecord record, Amounts requested) {
    Account account = Account.of(record);
    if (account.pool != null) {
      return AmountsInput.checkUnits(
          field, requested, account.pool.units(), "pool " + account.pool.id);
    }
    return account.parent == null
        ? null
        : AmountsInput.checkUnits(
            field, requested, account.parent.granted, "lease " + account.parent.record.id);
  }

  static long deadline(Step step, LeaseRecord record) {
    long wanted = Math.min(step.tick() + record.ttlNanos(), record.latestDeadlineTick());
    return record.isActive() ? Math.max(wanted, record.deadlineTick()) : wanted;
  }

  /** Refuses a lease whose credential, parent or announced end leaves it no time at all. */
  static @Nullable Refusal cannotGoOn(Step step, LeaseRecord record) {
    LeaseRecord parent = record.parent();
    boolean orphaned = parent != null && !parent.isActive();
    return orphaned || deadline(step, record) <= step.tick()
        ? new LeaseRefusal.AlreadyTerminal(record.lease(), step.tick(), false)
        : null;
  }

  private static Amounts addition(Account account, Amounts requested) {
    PoolAccount pool = account.pool;
    if (pool != null) {
      return pool.open ? requested.atMost(pool.free) : Amounts.NONE;
    }
    return account.parent == null ? Amounts.NONE : requested.atMost(account.parent.rest());
  }

  public static void refreshed(State state, BudgetEvent.Refreshed e) {
    LeaseRecord record = state.known(e.leaseId());
    if (!record.isBlocking()) {
      throw new IllegalStateException("a refresh of a lease that is not held: " + record.id);
    }
    record.refresh(e.deadlineTick(), e.tick(), e.wallNanos());
    Account.of(record).draw(e.added());
    Spending.moved(state, record, e, e.request());
    state.deadlines.moved(record);
  }
}
