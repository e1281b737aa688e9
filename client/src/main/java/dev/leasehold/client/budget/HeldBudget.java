package dev.leasehold.client.budget;

import dev.leasehold.api.AmountText;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * An agent's right to spend, from the handshake to its end. Safe for threads; one for each agent.
 *
 * <pre>{@code
 * try (HeldBudget budget =
 *     HeldBudget.open(client, BudgetTerms.asking("usd_micros", 10_000_000).build())) {
 *   Answer answer = budget.call(Map.of("usd_micros", 50_000L), () -> model.ask(question), cost);
 * }
 * }</pre>
 *
 * <p>It asks for more when little is left and for more time before its time is up, with growing
 * pauses if that fails, until the grace is over. The cost of a call is kept until the server has
 * counted it, on disk {@linkplain BudgetTerms.Builder#keepReportsIn if told where}.
 *
 * <p>While the server does not answer, calls are allowed as long as they certainly fit into what
 * was granted, by its own count, and before the deadline; all others are refused here. That count
 * is right if nobody else spends from the budget; whoever has its {@linkplain #ipToken IP token}
 * may.
 *
 * <p>The client has to stay open until the budget is closed.
 */
public final class HeldBudget implements AutoCloseable {

  private final LeaseholdClient client;
  private final BudgetTerms terms;
  private final BudgetClock clock;
  private final KeptReports reports;
  private final BudgetUpkeep upkeep;
  private final Ledger ledger;
  private final String idPrefix = UUID.randomUUID() + "-";
  private final AtomicLong lastId = new AtomicLong();
  private final String leaseId;
  private final String ipToken;

  private HeldBudget(
      LeaseholdClient client,
      BudgetTerms terms,
      BudgetClock clock,
      KeptReports reports,
      HandshakeResponse granted,
      long sentNanos) {
    this.client = client;
    this.terms = terms;
    this.clock = clock;
    this.reports = reports;
    this.leaseId = granted.getLease().getLeaseId();
    this.ipToken = granted.getIpToken();
    this.upkeep = new BudgetUpkeep(client, terms, clock, reports, granted.getLease(), sentNanos);
    this.ledger = upkeep.ledger();
  }

  /**
   * Gets a budget by a handshake and keeps it.
   *
   * @throws RefusedException if the server refuses, for example because the agent has one already
   */
  public static HeldBudget open(LeaseholdClient client, BudgetTerms terms) {
    return open(client, terms, BudgetClock.system());
  }

  static HeldBudget open(LeaseholdClient client, BudgetTerms terms, BudgetClock clock) {
    KeptReports reports = new KeptReports(terms.reports, terms.maxReports);
    try {
      long sentNanos = clock.nanoTime();
      HandshakeResponse granted = client.handshake(request(terms));
      if (granted.getLease().getState() != Lease.State.ACTIVE) {
        throw Refusals.local(
            "LEASE_ALREADY_TERMINAL",
            granted.getLease().getLeaseId(),
            "the budget of this request id has ended; ask with another id",
            Map.of(),
            Map.of());
      }
      HeldBudget budget = new HeldBudget(client, terms, clock, reports, granted, sentNanos);
      budget.upkeep.begin();
      return budget;
    } catch (RuntimeException e) {
      reports.close();
      clock.close();
      throw e;
    }
  }

  private static HandshakeRequest request(BudgetTerms terms) {
    HandshakeRequest.Builder request =
        HandshakeRequest.newBuilder()
            .setPool(terms.pool)
            .setPolicy(terms.policy)
            .setProvider(terms.provider)
            .setRequestId(terms.requestId)
            .putAllRequested(terms.requested);
    if (terms.ttl != null) {
      request.setTtl(wire(terms.ttl));
    }
    if (terms.wait != null) {
      request.setWait(wire(terms.wait));
    }
    return request.build();
  }

  private static com.google.protobuf.Duration wire(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  public String leaseId() {
    return leaseId;
  }

  /**
   * The token for whatever spends on this budget's behalf, such as a runtime or a gateway: good for
   * this budget alone, as long as it is active.
   */
  public String ipToken() {
    return ipToken;
  }

  /** The newest state that the server has told of. */
  public Lease lease() {
    return upkeep.lease();
  }

  public BudgetState state() {
    return upkeep.state();
  }

  /**
   * Whether the server did not answer lately, so that money is set aside by the count here alone.
   */
  public boolean isServerUnreachable() {
    return upkeep.isServerUnreachable();
  }

  /**
   * The amounts that are certainly left, by unit: the server's last figure, less local spending
   * that it has not counted.
   */
  public Map<String, Long> remaining() {
    return ledger.remaining();
  }

  /** How many reports wait to be sent. */
  public int unsentReports() {
    return reports.waiting().size();
  }

  /** Adds a listener; one that comes after the end hears nothing. */
  public void listen(BudgetListener listener) {
    upkeep.listeners().add(listener);
  }

  /**
   * Sets the most aside that a call may cost.
   *
   * @throws RefusedException if the budget cannot carry it, whoever found out: {@code
   *     INSUFFICIENT_BUDGET} with what is left, {@code LEASE_EXPIRED}, {@code LEASE_REVOKED}
   */
  public BudgetReservation reserve(Map<String, Long> most) {
    return reserve(most, Map.of());
  }

  /**
   * Sets the most aside that a call may cost, with labels that say what is paid for. The report
   * sums up what was spent by those named {@code model} and {@code provider}.
   *
   * @param labels at most 8, of up to 128 bytes
   */
  public BudgetReservation reserve(Map<String, Long> most, Map<String, String> labels) {
    Map<String, Long> amounts = Amounts.checked(most);
    Labels.check(labels);
    ensureUsable(amounts);
    String id = idPrefix + lastId.incrementAndGet();
    if (!upkeep.isServerUnreachable()) {
      try {
        return reserveThere(id, amounts, labels);
      } catch (LeaseholdException e) {
        if (!BudgetUpkeep.isUnreachable(e)) {
          throw e;
        }
        upkeep.lostServer();
      }
    }
    return reserveHere(id, amounts, labels);
  }

  /**
   * Sets money aside, makes the call and counts what it has cost. A call that throws costs nothing;
   * if a failed call may cost something, use {@link #reserve(Map)} and settle. If the cost cannot
   * be found out, all that was set aside is counted.
   */
  public <T> T call(
      Map<String, Long> most, Callable<T> call, Function<? super T, Map<String, Long>> cost)
      throws Exception {
    return call(most, Map.of(), call, cost);
  }

  /** {@link #call(Map, Callable, Function)} with the labels of {@link #reserve(Map, Map)}. */
  public <T> T call(
      Map<String, Long> most,
      Map<String, String> labels,
      Callable<T> call,
      Function<? super T, Map<String, Long>> cost)
      throws Exception {
    BudgetReservation reservation = reserve(most, labels);
    T result;
    try {
      result = call.call();
    } catch (Throwable e) {
      reservation.cancel();
      throw e;
    }
    Map<String, Long> used = reservation.amounts();
    try {
      used = cost.apply(result);
    } finally {
      reservation.settle(used);
    }
    return result;
  }

  private void ensureUsable(Map<String, Long> asked) {
    if (reports.isFull()) {
      throw Refusals.local(
          "QUOTA_EXCEEDED",
          leaseId,
          terms.maxReports + " reports wait to be sent, all that may; wait for the server",
          asked,
          Map.of());
    }
    BudgetState now = state();
    if (now == BudgetState.EXPIRED && !upkeep.isServerUnreachable()) {
      upkeep.refresh(asked);
      now = upkeep.state();
    }
    if (now != BudgetState.ACTIVE) {
      throw Refusals.local(
          now == BudgetState.EXPIRED ? "LEASE_EXPIRED" : "LEASE_" + terminal(now),
          leaseId,
          "budget " + leaseId + " is " + now + ": " + upkeep.reason(),
          asked,
          Map.of());
    }
  }

  private static String terminal(BudgetState state) {
    return state == BudgetState.REVOKED ? "REVOKED" : "ALREADY_TERMINAL";
  }

  /** Asks once more after a refresh, if that could help. */
  private BudgetReservation reserveThere(
      String id, Map<String, Long> amounts, Map<String, String> labels) {
    try {
      return reserveOnce(id, amounts, labels);
    } catch (RefusedException e) {
      Refusals kind = Refusals.of(e);
      boolean mayHelp = kind == Refusals.TOO_LITTLE || kind == Refusals.IN_GRACE;
      if (!mayHelp || !upkeep.refresh(amounts)) {
        throw e;
      }
      return reserveOnce(id, amounts, labels);
    }
  }

  private BudgetReservation reserveOnce(
      String id, Map<String, Long> amounts, Map<String, String> labels) {
    // The server does not know yet of amounts that were taken while it was away.
    boolean counted = ledger.hasUncounted();
    if (counted && !ledger.takeIfLeft(id, amounts)) {
      throw tooLittle("beside calls under way " + left() + " is left of the budget", amounts);
    }
    long sentNanos = clock.nanoTime();
    try {
      Lease reserved =
          client.reserve(
              ReserveRequest.newBuilder()
                  .setLeaseId(leaseId)
                  .setRequestId(id)
                  .putAllAmounts(amounts)
                  .putAllLabels(labels)
                  .setTimeout(wire(terms.reservationTimeout))
                  .build());
      upkeep.update(reserved, sentNanos);
      return new BudgetReservation(this, id, amounts, labels, true);
    } catch (RefusedException e) {
      upkeep.refused(e, sentNanos);
      throw e;
    } finally {
      if (counted) {
        ledger.countedByServer(id);
      }
    }
  }

  private BudgetReservation reserveHere(
      String id, Map<String, Long> amounts, Map<String, String> labels) {
    if (state() != BudgetState.ACTIVE || !ledger.takeIfLeft(id, amounts)) {
      throw tooLittle(
          "the server does not answer, and of the budget " + left() + " is certainly left",
          amounts);
    }
    return new BudgetReservation(this, id, amounts, labels, false);
  }

  private String left() {
    return AmountText.of(ledger.remaining());
  }

  private RefusedException tooLittle(String sentence, Map<String, Long> asked) {
    return Refusals.local(
        "INSUFFICIENT_BUDGET",
        leaseId,
        sentence + "; " + AmountText.of(asked) + " was asked for",
        asked,
        ledger.remaining());
  }

  /** Counts what became of a call here, and sees to it that the server does. */
  void report(
      BudgetReservation of,
      Report.Kind kind,
      Map<String, Long> amounts,
      Map<String, String> labels) {
    if (kind == Report.Kind.COST) {
      ledger.takeUncounted(
          of.id(), of.isConfirmed() ? Amounts.beyond(amounts, of.amounts()) : amounts);
    } else if (!of.isConfirmed()) {
      ledger.takeUncounted(of.id(), Map.of());
    }
    upkeep.report(new Report(leaseId, of.id(), kind, amounts, labels));
  }

  /**
   * Sends what is unsent, gives the rest back and ends the budget. Never fails: a budget that could
   * not be closed ends by its time, and reports that could not be sent stay in their file, if there
   * is one. Calls that are still under way may be settled afterwards.
   */
  @Override
  public void close() {
    upkeep.close();
  }

  @Override
  public String toString() {
    return upkeep.toString();
  }
}
