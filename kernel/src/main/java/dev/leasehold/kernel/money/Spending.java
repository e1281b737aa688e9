package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what is spent, and what stands against using a budget. */
public final class Spending {

  private Spending() {}

  public static Reply spend(Step step, Command.Spend spend) {
    Refusal malformed = requestMissing(spend.requestId());
    malformed = malformed != null ? malformed : AmountsInput.checkSome("amounts", spend.amounts());
    malformed = malformed != null ? malformed : FieldChecks.checkSentence("note", spend.note());
    return Change.of(
            step,
            "spend",
            spend.leaseId(),
            spend.requestId(),
            malformed,
            spend.amounts(),
            spend.note())
        .against(holding -> usable(step, holding))
        .against(
            holding -> beyondRest(holding, spend.amounts(), Amounts.NONE),
            holding -> overdrawn(step, holding, spend.amounts(), Amounts.NONE))
        .carryOut(
            (holding, request) -> {
              step.record(
                  new Event.Spent(
                      step.next(),
                      step.tick(),
                      step.wall(),
                      holding.id,
                      spend.amounts(),
                      spend.note(),
                      request));
              return expireExhausted(step, holding);
            });
  }

  /** Expires the lease and then its ancestors, where they have spent all of some unit. */
  static String expireExhausted(Step step, LeaseRecord holding) {
    List<LeaseRecord> line = new ArrayList<>();
    for (LeaseRecord next = holding; next != null; next = next.parent()) {
      line.add(next);
    }
    for (LeaseRecord next : line) {
      Account account = next.account();
      if (next.isActive() && account != null && account.isExhausted()) {
        Endings.expire(step, next, ExpiryCause.EXHAUSTED, step.tick());
      }
    }
    return holding.id;
  }

  static @Nullable Refusal requestMissing(String requestId) {
    return requestId.isEmpty()
        ? new Refusal.InvalidInput(
            "requestId", "requestId is missing; what moves money needs one, so that it moves once")
        : null;
  }

  static @Nullable Refusal usable(Step step, LeaseRecord holding) {
    Refusal refusal = Ownership.checkActive(step.caller(), holding);
    refusal = refusal != null ? refusal : withoutBudget(holding);
    return refusal != null ? refusal : tooManyIds(holding);
  }

  static @Nullable Refusal tooManyIds(LeaseRecord holding) {
    return Account.of(holding).requests.size() < Limits.MAX_MONEY_IDS
        ? null
        : new Refusal.QuotaExceeded(
            "lease "
                + holding.id
                + " has moved money "
                + Limits.MAX_MONEY_IDS
                + " times, all it may; close it and get a new one");
  }

  static @Nullable Refusal withoutBudget(LeaseRecord holding) {
    return holding.account() == null
        ? new Refusal.InsufficientBudget(
            "lease " + holding.id + " has no budget: it", Amounts.NONE, Amounts.NONE)
        : null;
  }

  static @Nullable Refusal insufficient(LeaseRecord holding, Amounts wanted) {
    Amounts rest = Account.of(holding).rest();
    return rest.covers(wanted)
        ? null
        : new Refusal.InsufficientBudget("lease " + holding.id, wanted, rest);
  }

  /** Refuses amounts beyond what the lease may use, whole. */
  static @Nullable Refusal beyondRest(LeaseRecord holding, Amounts wanted, Amounts reserved) {
    Amounts usable = usable(holding, reserved);
    return usable.covers(wanted)
        ? null
        : new Refusal.InsufficientBudget("lease " + holding.id, wanted, usable);
  }

  static Event overdrawn(Step step, LeaseRecord holding, Amounts wanted, Amounts reserved) {
    return new Event.Overdrawn(
        step.next(), step.tick(), step.wall(), holding.id, wanted, usable(holding, reserved));
  }

  private static Amounts usable(LeaseRecord holding, Amounts reserved) {
    return holding.isActive() ? reserved.plus(Account.of(holding).rest()) : reserved;
  }

  public static void spent(State state, Event.Spent e) {
    LeaseRecord holding = state.known(e.leaseId());
    Account.of(holding).spend(e.amounts());
    moved(state, holding, e, e.request());
  }

  /** Ids that move money are all remembered, as long as the lease is. */
  static void moved(State state, LeaseRecord holding, Event e, Event.Request request) {
    beatIfActive(holding, e);
    state.requests.rememberMoney(
        request.caller(), request.requestId(), request.fingerprint(), Account.of(holding));
  }

  static void beatIfActive(LeaseRecord holding, Event e) {
    if (holding.isActive()) {
      holding.beat(e.tick());
    }
  }
}
