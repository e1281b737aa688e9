package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.GatewayAccess;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.SpendLabels;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what is set aside for calls under way, and what becomes of it. */
public final class Reserving {

  private Reserving() {}

  public static Reply reserve(Step step, BudgetCommand.Reserve reserve) {
    Refusal malformed = Spending.requestMissing(reserve.requestId());
    malformed =
        malformed != null ? malformed : AmountsInput.checkSome("amounts", reserve.amounts());
    malformed = malformed != null ? malformed : checkTimeout(reserve.timeoutNanos());
    malformed = malformed != null ? malformed : SpendLabels.check(reserve.labels());
    long timeout =
        reserve.timeoutNanos() == 0 ? Limits.DEFAULT_RESERVATION_NANOS : reserve.timeoutNanos();
    return Change.of(step, reserve, reserve.leaseId(), malformed)
        .against(record -> Spending.usable(step, record))
        .against(record -> tooManyReservations(record, reserve.requestId()))
        .against(record -> Spending.unknownUnit(record, reserve.amounts()))
        .against(record -> Spending.insufficient(record, reserve.amounts()))
        .record(
            (record, request) ->
                new BudgetEvent.Reserved(
                    step.at(),
                    record.id,
                    reserve.amounts(),
                    step.tick() + timeout,
                    request,
                    reserve.labels()));
  }

  /**
   * The cost of a call under way, which may be more than was reserved if the lease has the rest.
   */
  public static Reply settle(Step step, BudgetCommand.Settle settle) {
    Refusal malformed = AmountsInput.check("amounts", settle.amounts());
    malformed = malformed != null ? malformed : SpendLabels.check(settle.labels());
    return over(step, settle.leaseId(), settle.reservationId(), malformed)
        .unless(record -> isSettled(record, settle))
        .unless(record -> Overruns.isReported(record, settle))
        .insteadIf(
            record -> Overruns.isTooLate(record, settle),
            record -> Overruns.report(step, record, settle))
        .against(record -> notOpen(record, settle.reservationId()))
        .against(record -> SpendLabels.check(labels(record, settle)))
        .against(record -> Spending.unknownUnit(record, settle.amounts()))
        .against(
            record ->
                Spending.beyondRest(
                    record, settle.amounts(), reserved(record, settle.reservationId())),
            record ->
                Spending.overdrawn(
                    step, record, settle.amounts(), reserved(record, settle.reservationId())))
        .carryOut(
            (record, request) -> {
              String id = settle.reservationId();
              Thresholds thresholds = Thresholds.before(step, record);
              settled(
                  step, record, id, settle.amounts(), SettledHow.SETTLED, labels(record, settle));
              thresholds.record(step);
              Spending.expireExhausted(step, record);
            });
  }

  public static Reply cancel(Step step, BudgetCommand.Cancel cancel) {
    return over(step, cancel.leaseId(), cancel.reservationId(), null)
        .unless(record -> isCancelled(record, cancel.reservationId()))
        .against(record -> notOpen(record, cancel.reservationId()))
        .carryOut(
            (record, request) -> {
              String id = cancel.reservationId();
              settled(step, record, id, Amounts.NONE, SettledHow.CANCELLED, Map.of());
            });
  }

  public static Reply adjust(Step step, BudgetCommand.Adjust adjust) {
    Refusal malformed = Names.check("reservationId", adjust.reservationId());
    malformed = malformed != null ? malformed : AmountsInput.checkSome("amounts", adjust.amounts());
    return Change.of(step, adjust, adjust.leaseId(), malformed)
        .against(record -> Ownership.checkHolder(step.caller(), record))
        .against(Spending::withoutBudget)
        .against(record -> madeByAnother(step, record, adjust.reservationId()))
        .against(record -> notOpen(record, adjust.reservationId()))
        .against(Spending::tooManyIds)
        .against(
            record -> {
              Amounts more = adjust.amounts().beyond(reserved(record, adjust.reservationId()));
              if (more.isNothing()) {
                return null;
              }
              Refusal refusal = Spending.usable(step, record);
              refusal = refusal != null ? refusal : Spending.unknownUnit(record, more);
              return refusal != null ? refusal : Spending.insufficient(record, more);
            })
        .record(
            (record, request) ->
                new BudgetEvent.Adjusted(
                    step.at(), record.id, adjust.reservationId(), adjust.amounts(), request));
  }

  private static Change over(
      Step step, String leaseId, String reservationId, @Nullable Refusal amounts) {
    Refusal malformed = Names.check("reservationId", reservationId);
    return Change.withoutId(step, leaseId, malformed != null ? malformed : amounts)
        .against(record -> Ownership.checkHolder(step.caller(), record))
        .against(Spending::withoutBudget)
        .against(record -> madeByAnother(step, record, reservationId));
  }

  /** A reservation is over when whoever made it says so: a holder must not end a gateway's. */
  private static @Nullable Refusal madeByAnother(Step step, LeaseRecord record, String id) {
    Account account = Account.of(record);
    boolean known = account.reservations.containsKey(id) || account.settled.containsKey(id);
    return known && !GatewayAccess.hasReserved(step, record, id)
        ? new AccessRefusal.Forbidden(
            "reservation " + id + " on lease " + record.id + " was made by another, who ends it")
        : null;
  }

  private static void settled(
      Step step,
      LeaseRecord record,
      String reservationId,
      Amounts spent,
      SettledHow how,
      Map<String, String> labels) {
    step.record(new BudgetEvent.Settled(step.at(), record.id, reservationId, spent, how, labels));
  }

  private static Map<String, String> labels(LeaseRecord record, BudgetCommand.Settle settle) {
    Reservation open = Account.of(record).reservations.get(settle.reservationId());
    return open == null ? settle.labels() : SpendLabels.joined(open.labels, settle.labels());
  }

  private static @Nullable Refusal checkTimeout(long nanos) {
    return nanos == 0 || (nanos >= Limits.MIN_TTL_NANOS && nanos <= Limits.MAX_RESERVATION_NANOS)
        ? null
        : new InputRefusal.InvalidInput("timeout", "a reservation lasts 1ms to 24h");
  }

  private static @Nullable Refusal tooManyReservations(LeaseRecord record, String id) {
    Account account = Account.of(record);
    if (account.reservations.containsKey(id) || account.settled.containsKey(id)) {
      return InputRefusal.requestIdUsedBefore();
    }
    return account.reservations.size() < Limits.MAX_OPEN_RESERVATIONS
        ? null
        : new LimitRefusal.QuotaExceeded(
            "lease "
                + record.id
                + " has "
                + Limits.MAX_OPEN_RESERVATIONS
                + " open reservations, all it may; settle some");
  }

  private static Amounts reserved(LeaseRecord record, String reservationId) {
    Reservation open = Account.of(record).reservations.get(reservationId);
    return open == null ? Amounts.NONE : open.amounts;
  }

  private static @Nullable Refusal notOpen(LeaseRecord record, String reservationId) {
    return Account.of(record).reservations.containsKey(reservationId)
        ? null
        : new NotFoundRefusal.NoSuchReservation(record.id, reservationId);
  }

  private static boolean isSettled(LeaseRecord record, BudgetCommand.Settle settle) {
    Long fingerprint = Account.of(record).settled.get(settle.reservationId());
    return fingerprint != null
        && fingerprint == Fingerprint.ofSettlement(SettledHow.SETTLED, settle.amounts());
  }

  private static boolean isCancelled(LeaseRecord record, String reservationId) {
    Long fingerprint = Account.of(record).settled.get(reservationId);
    return fingerprint != null
        && fingerprint == Fingerprint.ofSettlement(SettledHow.CANCELLED, Amounts.NONE);
  }

  public static void reserved(State state, BudgetEvent.Reserved e) {
    LeaseRecord record = state.known(e.leaseId());
    Account account = Account.of(record);
    String id = e.request().requestId();
    account.reserved = account.reserved.plus(e.amounts());
    state.accounts.add(
        new Reservation(id, account, e.deadlineTick(), e.position(), e.amounts(), e.labels()));
    Spending.moved(state, record, e, e.request());
  }

  public static void adjusted(State state, BudgetEvent.Adjusted e) {
    LeaseRecord record = state.known(e.leaseId());
    Account account = Account.of(record);
    Reservation reservation = open(account, e.reservationId());
    account.reserved = account.reserved.minus(reservation.amounts).plus(e.amounts());
    reservation.amounts = e.amounts();
    if (!record.isBlocking()) {
      account.returnRest();
    }
    Spending.moved(state, record, e, e.request());
  }

  public static void settled(State state, BudgetEvent.Settled e) {
    LeaseRecord record = state.known(e.leaseId());
    Account account = Account.of(record);
    Reservation reservation = open(account, e.reservationId());
    state.accounts.remove(reservation);
    account.settled.put(reservation.id, Fingerprint.ofSettlement(e.how(), e.spent()));
    account.reserved = account.reserved.minus(reservation.amounts);
    account.spend(e.spent());
    if (e.how() == SettledHow.SETTLED || e.how() == SettledHow.CANCELLED) {
      Spending.beatIfActive(state, record, e);
    }
    if (!record.isBlocking()) {
      account.returnRest();
      state.forgettable.markTreeOf(record, e.tick());
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
