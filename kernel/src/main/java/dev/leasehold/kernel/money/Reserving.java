package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.SettledHow;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.Fingerprint;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides what is set aside for calls under way, and what becomes of it. */
public final class Reserving {

  private Reserving() {}

  public static Reply reserve(Step step, Command.Reserve reserve) {
    Refusal malformed = Spending.requestMissing(reserve.requestId());
    malformed =
        malformed != null ? malformed : AmountsInput.checkSome("amounts", reserve.amounts());
    malformed = malformed != null ? malformed : checkTimeout(reserve.timeoutNanos());
    long timeout =
        reserve.timeoutNanos() == 0 ? Limits.DEFAULT_RESERVATION_NANOS : reserve.timeoutNanos();
    return Change.of(
            step,
            "reserve",
            reserve.leaseId(),
            reserve.requestId(),
            malformed,
            reserve.amounts(),
            reserve.timeoutNanos())
        .against(holding -> Spending.usable(step, holding))
        .against(holding -> tooManyReservations(holding, reserve.requestId()))
        .against(holding -> Spending.insufficient(holding, reserve.amounts()))
        .record(
            (holding, request) ->
                new Event.Reserved(
                    step.next(),
                    step.tick(),
                    step.wall(),
                    holding.id,
                    reserve.amounts(),
                    step.tick() + timeout,
                    request));
  }

  /**
   * The cost of a call under way, which may be more than was reserved if the lease has the rest.
   */
  public static Reply settle(Step step, Command.Settle settle) {
    Refusal malformed = AmountsInput.check("amounts", settle.amounts());
    return over(step, "settle", settle.leaseId(), settle.reservationId(), malformed)
        .unless(holding -> isSettled(holding, settle))
        .against(holding -> notOpen(holding, settle.reservationId()))
        .against(
            holding ->
                Spending.beyondRest(
                    holding, settle.amounts(), reserved(holding, settle.reservationId())),
            holding ->
                Spending.overdrawn(
                    step, holding, settle.amounts(), reserved(holding, settle.reservationId())))
        .carryOut(
            (holding, request) -> {
              String id = settle.reservationId();
              settled(step, holding, id, settle.amounts(), SettledHow.SETTLED);
              return Spending.expireExhausted(step, holding);
            });
  }

  public static Reply cancel(Step step, Command.Cancel cancel) {
    return over(step, "cancel", cancel.leaseId(), cancel.reservationId(), null)
        .unless(holding -> isCancelled(holding, cancel.reservationId()))
        .against(holding -> notOpen(holding, cancel.reservationId()))
        .carryOut(
            (holding, request) -> {
              String id = cancel.reservationId();
              settled(step, holding, id, Amounts.NONE, SettledHow.CANCELLED);
              return holding.id;
            });
  }

  public static Reply adjust(Step step, Command.Adjust adjust) {
    Refusal malformed = Names.check("reservationId", adjust.reservationId());
    malformed = malformed != null ? malformed : AmountsInput.checkSome("amounts", adjust.amounts());
    return Change.of(
            step,
            "adjust",
            adjust.leaseId(),
            adjust.requestId(),
            malformed,
            adjust.reservationId(),
            adjust.amounts())
        .against(holding -> Ownership.checkHolder(step.caller(), holding))
        .against(Spending::withoutBudget)
        .against(holding -> notOpen(holding, adjust.reservationId()))
        .against(Spending::tooManyIds)
        .against(
            holding -> {
              Amounts more = adjust.amounts().beyond(reserved(holding, adjust.reservationId()));
              if (more.isNothing()) {
                return null;
              }
              Refusal refusal = Spending.usable(step, holding);
              return refusal != null ? refusal : Spending.insufficient(holding, more);
            })
        .record(
            (holding, request) ->
                new Event.Adjusted(
                    step.next(),
                    step.tick(),
                    step.wall(),
                    holding.id,
                    adjust.reservationId(),
                    adjust.amounts(),
                    request));
  }

  private static Change over(
      Step step, String kind, String leaseId, String reservationId, @Nullable Refusal amounts) {
    Refusal malformed = Names.check("reservationId", reservationId);
    return Change.of(step, kind, leaseId, "", malformed != null ? malformed : amounts)
        .against(holding -> Ownership.checkHolder(step.caller(), holding))
        .against(Spending::withoutBudget);
  }

  private static void settled(
      Step step, LeaseRecord holding, String reservationId, Amounts spent, SettledHow how) {
    step.record(
        new Event.Settled(
            step.next(), step.tick(), step.wall(), holding.id, reservationId, spent, how));
  }

  private static @Nullable Refusal checkTimeout(long nanos) {
    return nanos == 0 || (nanos >= Limits.MIN_TTL_NANOS && nanos <= Limits.MAX_RESERVATION_NANOS)
        ? null
        : new Refusal.InvalidInput("timeout", "a reservation lasts 1ms to 24h");
  }

  private static @Nullable Refusal tooManyReservations(LeaseRecord holding, String id) {
    Account account = Account.of(holding);
    if (account.reservations.containsKey(id) || account.settled.containsKey(id)) {
      return Retries.usedBefore();
    }
    return account.reservations.size() < Limits.MAX_OPEN_RESERVATIONS
        ? null
        : new Refusal.QuotaExceeded(
            "lease "
                + holding.id
                + " has "
                + Limits.MAX_OPEN_RESERVATIONS
                + " open reservations, all it may; settle some");
  }

  private static Amounts reserved(LeaseRecord holding, String reservationId) {
    Reservation open = Account.of(holding).reservations.get(reservationId);
    return open == null ? Amounts.NONE : open.amounts;
  }

  private static @Nullable Refusal notOpen(LeaseRecord holding, String reservationId) {
    return Account.of(holding).reservations.containsKey(reservationId)
        ? null
        : new Refusal.NoSuchReservation(holding.id, reservationId);
  }

  private static boolean isSettled(LeaseRecord holding, Command.Settle settle) {
    Long print = Account.of(holding).settled.get(settle.reservationId());
    return print != null && print == Fingerprint.ofSettlement(SettledHow.SETTLED, settle.amounts());
  }

  private static boolean isCancelled(LeaseRecord holding, String reservationId) {
    Long print = Account.of(holding).settled.get(reservationId);
    return print != null && print == Fingerprint.ofSettlement(SettledHow.CANCELLED, Amounts.NONE);
  }

  public static void reserved(State state, Event.Reserved e) {
    LeaseRecord holding = state.known(e.leaseId());
    Account account = Account.of(holding);
    String id = e.request().requestId();
    account.reserved = account.reserved.plus(e.amounts());
    state.accounts.add(new Reservation(id, account, e.deadlineTick(), e.position(), e.amounts()));
    Spending.moved(state, holding, e, e.request());
  }

  public static void adjusted(State state, Event.Adjusted e) {
    LeaseRecord holding = state.known(e.leaseId());
    Account account = Account.of(holding);
    Reservation reservation = open(account, e.reservationId());
    account.reserved = account.reserved.minus(reservation.amounts).plus(e.amounts());
    reservation.amounts = e.amounts();
    if (!holding.isBlocking()) {
      account.returnRest();
    }
    Spending.moved(state, holding, e, e.request());
  }

  public static void settled(State state, Event.Settled e) {
    LeaseRecord holding = state.known(e.leaseId());
    Account account = Account.of(holding);
    Reservation reservation = open(account, e.reservationId());
    state.accounts.remove(reservation);
    account.settled.put(reservation.id, Fingerprint.ofSettlement(e.how(), e.spent()));
    account.reserved = account.reserved.minus(reservation.amounts);
    account.spend(e.spent());
    if (e.how() == SettledHow.SETTLED || e.how() == SettledHow.CANCELLED) {
      Spending.beatIfActive(holding, e);
    }
    if (!holding.isBlocking()) {
      account.returnRest();
      state.forgettable.markTreeOf(holding, e.tick());
    }
  }

  private static Reservation open(Account account, String id) {
    Reservation reservation = account.reservations.get(id);
    if (reservation == null) {
      throw new IllegalStateException("a reservation that is not open: " + id);
    }
    return reservation;
  }
}
