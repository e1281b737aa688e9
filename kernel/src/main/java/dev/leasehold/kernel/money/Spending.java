package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.SpendLabels;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.ExpiryCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what is spent, and what stands against using a budget. */
public final class Spending {

  private Spending() {}

  public static Reply spend(Step step, BudgetCommand.Spend spend) {
    Refusal malformed = requestMissing(spend.requestId());
    malformed = malformed != null ? malformed : AmountsInput.checkSome("amounts", spend.amounts());
    malformed = malformed != null ? malformed : FieldChecks.checkSentence("note", spend.note());
    malformed = malformed != null ? malformed : SpendLabels.check(spend.labels());
    return Change.of(step, spend, spend.leaseId(), malformed)
        .against(record -> usable(step, record))
        .against(record -> unknownUnit(record, spend.amounts()))
        .against(
            record -> beyondRest(record, spend.amounts(), Amounts.NONE),
            record -> overdrawn(step, record, spend.amounts(), Amounts.NONE))
        .carryOut(
            (record, request) -> {
              Thresholds thresholds = Thresholds.before(step, record);
              step.record(
                  new BudgetEvent.Spent(
                      step.at(),
                      record.id,
                      spend.amounts(),
                      spend.note(),
                      request,
                      spend.labels()));
              thresholds.record(step);
              expireExhausted(step, record);
            });
  }

  /** Expires the lease and then its ancestors, where they have spent all of some unit. */
  static void expireExhausted(Step step, LeaseRecord record) {
    List<LeaseRecord> line = new ArrayList<>();
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      line.add(next);
    }
    for (LeaseRecord next : line) {
      Account account = next.account();
      if (next.isActive() && account != null && account.isExhausted()) {
        Endings.expire(step, next, ExpiryCause.EXHAUSTED, step.tick());
      }
    }
  }

  static @Nullable Refusal requestMissing(String requestId) {
    return requestId.isEmpty()
        ? new InputRefusal.InvalidInput(
            "requestId", "requestId is missing; what moves money needs one, so that it moves once")
        : null;
  }

  static @Nullable Refusal usable(Step step, LeaseRecord record) {
    Refusal refusal = Ownership.checkActive(step, record);
    refusal = refusal != null ? refusal : withoutBudget(record);
    return refusal != null ? refusal : tooManyIds(record);
  }

  static @Nullable Refusal tooManyIds(LeaseRecord record) {
    return Account.of(record).requests.size() < Limits.MAX_MONEY_IDS
        ? null
        : new LimitRefusal.QuotaExceeded(
            "lease "
                + record.id
                + " has moved money "
                + Limits.MAX_MONEY_IDS
                + " times, all it may; close it and get a new one");
  }

  static @Nullable Refusal withoutBudget(LeaseRecord record) {
    return record.account() == null
        ? new BudgetRefusal.InsufficientBudget(
            "lease " + record.id + " has no budget: it", Amounts.NONE, Amounts.NONE)
        : null;
  }

  /** Refuses a unit that the lease was never granted anything of. */
  static @Nullable Refusal unknownUnit(LeaseRecord record, Amounts wanted) {
    return AmountsInput.checkUnits(
        "amounts", wanted, Account.of(record).granted, "lease " + record.id);
  }

  static @Nullable Refusal insufficient(LeaseRecord record, Amounts wanted) {
    Amounts rest = Account.of(record).rest();
    return rest.covers(wanted)
        ? null
        : new BudgetRefusal.InsufficientBudget("lease " + record.id, wanted, rest);
  }

  /** Refuses amounts beyond what the lease may use, whole. */
  static @Nullable Refusal beyondRest(LeaseRecord record, Amounts wanted, Amounts reserved) {
    Amounts usable = usable(record, reserved);
    return usable.covers(wanted)
        ? null
        : new BudgetRefusal.InsufficientBudget("lease " + record.id, wanted, usable);
  }

  static Event overdrawn(Step step, LeaseRecord record, Amounts wanted, Amounts reserved) {
    return new BudgetEvent.Overdrawn(step.at(), record.id, wanted, usable(record, reserved));
  }

  private static Amounts usable(LeaseRecord record, Amounts reserved) {
    return record.isActive() ? reserved.plus(Account.of(record).rest()) : reserved;
  }

  public static void spent(State state, BudgetEvent.Spent e) {
    LeaseRecord record = state.known(e.leaseId());
    Account.of(record).spend(e.amounts());
    moved(state, record, e, e.request());
  }

  /** Ids that move money are all remembered, as long as the lease is. */
  static void moved(State state, LeaseRecord record, Event e, Event.Request request) {
    beatIfActive(state, record, e);
    state.requests.rememberMoney(
        request.caller(), request.requestId(), request.fingerprint(), Account.of(record));
  }

  static void beatIfActive(State state, LeaseRecord record, Event e) {
    if (record.isActive()) {
      state.beat(record, e.tick());
    }
  }
}
