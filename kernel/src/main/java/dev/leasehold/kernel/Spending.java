package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what is spent, and what stands against using a budget. */
final class Spending {

  private Spending() {}

  static Reply spend(Step step, Command.Spend spend) {
    Refusal malformed = requestMissing(spend.requestId());
    malformed = malformed != null ? malformed : AmountsInput.checkSome("amounts", spend.amounts());
    malformed = malformed != null ? malformed : Terms.checkSentence("note", spend.note());
    return Change.of(
            step,
            "spend",
            spend.leaseId(),
            spend.requestId(),
            malformed,
            spend.amounts(),
            spend.note())
        .against(holding -> usable(step, holding))
        .against(holding -> beyondRest(step, holding, spend.amounts(), Amounts.NONE))
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

  /** All who have nothing left in some unit expire, the one that spent first. */
  static String expireExhausted(Step step, Holding holding) {
    List<Holding> line = new ArrayList<>();
    for (Holding next = holding; next != null; next = next.parent()) {
      line.add(next);
    }
    for (Holding next : line) {
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

  static @Nullable Refusal usable(Step step, Holding holding) {
    Refusal refusal = Ownership.checkActive(step.caller(), holding);
    refusal = refusal != null ? refusal : withoutBudget(holding);
    return refusal != null ? refusal : tooManyIds(holding);
  }

  static @Nullable Refusal tooManyIds(Holding holding) {
    return Funds.accountOf(holding).requests.size() < Limits.MAX_MONEY_IDS
        ? null
        : new Refusal.QuotaExceeded(
            "lease "
                + holding.id
                + " has moved money "
                + Limits.MAX_MONEY_IDS
                + " times, all it may; close it and get a new one");
  }

  static @Nullable Refusal withoutBudget(Holding holding) {
    return holding.account() == null
        ? new Refusal.InsufficientBudget(
            "lease " + holding.id + " has no budget: it", Amounts.NONE, Amounts.NONE)
        : null;
  }

  static @Nullable Refusal insufficient(Holding holding, Amounts wanted) {
    Amounts rest = Funds.accountOf(holding).rest();
    return rest.covers(wanted)
        ? null
        : new Refusal.InsufficientBudget("lease " + holding.id, wanted, rest);
  }

  /** Refused whole, and reported: somebody has used what it was not given. */
  static @Nullable Refusal beyondRest(
      Step step, Holding holding, Amounts wanted, Amounts reserved) {
    Amounts rest = holding.isActive() ? Funds.accountOf(holding).rest() : Amounts.NONE;
    Amounts usable = reserved.plus(rest);
    if (usable.covers(wanted)) {
      return null;
    }
    step.record(
        new Event.Overdrawn(step.next(), step.tick(), step.wall(), holding.id, wanted, usable));
    return new Refusal.InsufficientBudget("lease " + holding.id, wanted, usable);
  }
}
