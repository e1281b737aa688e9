package dev.leasehold.client.budget;

import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
 * pauses if that fails, until the grace is over. What a call has cost is kept until the server has
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

  private static final System.Logger LOG = System.getLogger(HeldBudget.class.getName());

  /** Short enough that a server that is back is found well within the grace. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final LeaseholdClient client;
  private final BudgetTerms terms;
  private final BudgetClock clock;
  private final KeptReports reports;
  private final Delivery delivery;
  private final Standing standing;
  private final Ledger ledger;
  private final Refreshing refreshing;
  private final BudgetWatch watch;
  private final Pauses pauses = new Pauses(LONGEST_PAUSE);
  private final List<BudgetListener> listeners = new CopyOnWriteArrayList<>();
  private final String idPrefix = UUID.randomUUID() + "-";
  private final AtomicLong lastId = new AtomicLong();
  private final String leaseId;
  private final String ipToken;
  private volatile Lease lease;
  private volatile boolean away;
  private Runnable cancelPlan = () -> {};
  private boolean released;

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
    this.delivery = new Delivery(client);
    this.lease = granted.getLease();
    this.leaseId = lease.getLeaseId();
    this.ipToken = granted.getIpToken();
    this.standing = new Standing(lease, sentNanos);
    this.ledger = new Ledger(lease.getBudget(), clock.nanoTime());
    this.refreshing = new Refreshing(client, leaseId, terms, clock);
    this.watch = new BudgetWatch(client, lease, () -> later(this::look), this::watchAgain);
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
      budget.watch.begin();
      budget.plan(reports.waiting().isEmpty() ? budget.untilNext() : 0);
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
    return lease;
  }

  public BudgetState state() {
    long now = clock.nanoTime();
    // Two steps may have passed since the last look.
    for (Standing.Change change = standing.at(now); change != null; change = standing.at(now)) {
      changed(change);
    }
    return standing.state();
  }

  /** Whether the server did not answer lately. */
  public boolean isAway() {
    return away;
  }

  /**
   * The amounts that are certainly left, by unit: as told, less what was taken here and is not yet
   * told.
   */
  public Map<String, Long> rest() {
    return ledger.rest();
  }

  /** How many reports wait to be sent. */
  public int unsentReports() {
    return reports.waiting().size();
  }

  /** Adds a listener; one that comes after the end hears nothing. */
  public void listen(BudgetListener listener) {
    listeners.add(listener);
  }

  /**
   * Sets the most aside that a call may cost.
   *
   * @throws RefusedException if the budget cannot carry it, whoever found out: {@code
   *     INSUFFICIENT_BUDGET} with what is left, {@code LEASE_EXPIRED}, {@code LEASE_REVOKED}
   */
  public BudgetReservation reserve(Map<String, Long> most) {
    Map<String, Long> amounts = Amounts.checked(most);
    ensureUsable(amounts);
    String id = idPrefix + lastId.incrementAndGet();
    if (!away) {
      try {
        return reserveThere(id, amounts);
      } catch (LeaseholdException e) {
        if (!isUnreachable(e)) {
          throw e;
        }
        wentAway();
      }
    }
    return reserveHere(id, amounts);
  }

  /**
   * Sets money aside, makes the call and counts what it has cost. A call that throws costs nothing;
   * who knows better reserves and settles. If the cost cannot be told, all that was set aside is
   * counted.
   */
  public <T> T call(
      Map<String, Long> most, Callable<T> call, Function<? super T, Map<String, Long>> cost)
      throws Exception {
    BudgetReservation reservation = reserve(most);
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
    if (now == BudgetState.EXPIRED && !away) {
      refresh(asked);
      now = standing.state();
    }
    if (now != BudgetState.ACTIVE) {
      throw Refusals.local(
          now == BudgetState.EXPIRED ? "LEASE_EXPIRED" : "LEASE_" + terminal(now),
          leaseId,
          "budget " + leaseId + " is " + now + ": " + standing.reason(),
          asked,
          Map.of());
    }
  }

  private static String terminal(BudgetState state) {
    return state == BudgetState.REVOKED ? "REVOKED" : "ALREADY_TERMINAL";
  }

  /** Asks once more after a refresh, if that could help. */
  private BudgetReservation reserveThere(String id, Map<String, Long> amounts) {
    try {
      return reserveOnce(id, amounts);
    } catch (RefusedException e) {
      Refusals kind = Refusals.of(e);
      boolean mayHelp = kind == Refusals.TOO_LITTLE || kind == Refusals.IN_GRACE;
      if (!mayHelp || !refresh(amounts)) {
        throw e;
      }
      return reserveOnce(id, amounts);
    }
  }

  private BudgetReservation reserveOnce(String id, Map<String, Long> amounts) {
    // The server does not know yet of amounts that were taken while it was away.
    boolean counted = ledger.hasUntold();
    if (counted && !ledger.takeIfLeft(id, amounts)) {
      throw Refusals.local(
          "INSUFFICIENT_BUDGET",
          leaseId,
          "of what was granted " + ledger.rest() + " is left beside calls under way",
          amounts,
          ledger.rest());
    }
    long sentNanos = clock.nanoTime();
    try {
      Lease reserved =
          client.reserve(
              ReserveRequest.newBuilder()
                  .setLeaseId(leaseId)
                  .setRequestId(id)
                  .putAllAmounts(amounts)
                  .setTimeout(wire(terms.reservationTimeout))
                  .build());
      told(reserved, sentNanos);
      return new BudgetReservation(this, id, amounts, true);
    } catch (RefusedException e) {
      refused(e, sentNanos);
      throw e;
    } finally {
      if (counted) {
        ledger.told(id);
      }
    }
  }

  private BudgetReservation reserveHere(String id, Map<String, Long> amounts) {
    if (state() != BudgetState.ACTIVE || !ledger.takeIfLeft(id, amounts)) {
      throw Refusals.local(
          "INSUFFICIENT_BUDGET",
          leaseId,
          "the server does not answer, and of what it has granted "
              + ledger.rest()
              + " is certainly left; "
              + amounts
              + " was asked for",
          amounts,
          ledger.rest());
    }
    return new BudgetReservation(this, id, amounts, false);
  }

  /** Keeps the report first, so that nothing is lost from here on. */
  void report(BudgetReservation of, Report.Kind kind, Map<String, Long> amounts) {
    Report report = new Report(leaseId, of.id(), kind, amounts);
    if (kind == Report.Kind.COST) {
      ledger.takeUntold(
          of.id(), of.isConfirmed() ? Amounts.beyond(amounts, of.amounts()) : amounts);
    } else if (!of.isConfirmed()) {
      ledger.takeUntold(of.id(), Map.of());
    }
    reports.keep(report);
    if (away && !isClosed()) {
      return;
    }
    try {
      deliver(report);
      if (!isClosed() && !reports.waiting().isEmpty()) {
        plan(pauses.next());
      }
    } catch (LeaseholdException e) {
      if (!isUnreachable(e)) {
        throw e;
      }
      if (isClosed()) {
        tellUnsent();
      } else {
        wentAway();
      }
    }
  }

  private synchronized boolean isClosed() {
    return released;
  }

  private void deliver(Report report) {
    long sentNanos = clock.nanoTime();
    Delivery.Outcome outcome = delivery.attempt(report);
    if (outcome.again() && !standing.state().isTerminal()) {
      // It waits, and is tried again after a pause.
      return;
    }
    if (reports.areOnDisk() && isAboutToken(outcome)) {
      // The next budget of the same agent, with another token, may have it counted.
      return;
    }
    Lease told = outcome.lease();
    if (told != null && told.getLeaseId().equals(leaseId)) {
      told(told, sentNanos);
    }
    ledger.told(report.reservationId());
    reports.done(report);
    if (!outcome.uncounted().isEmpty()) {
      String why = outcome.refusal() == null ? "" : outcome.refusal().getDetail();
      LOG.log(
          System.Logger.Level.WARNING,
          "of call {0} {1} is counted nowhere: {2}",
          report.reservationId(),
          outcome.uncounted(),
          why);
      tellNotCounted(report, outcome.uncounted(), why);
    }
  }

  private void tellNotCounted(Report report, Map<String, Long> amounts, String why) {
    for (BudgetListener listener : listeners) {
      try {
        listener.notCounted(report.leaseId(), report.reservationId(), amounts, why);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a listener of budget " + leaseId + " has failed", e);
      }
    }
  }

  private static boolean isAboutToken(Delivery.Outcome outcome) {
    return outcome.refusal() != null && outcome.refusal().getCode().equals("UNAUTHENTICATED");
  }

  /**
   * Gets more: time, and money if little is left or a call needs it.
   *
   * @return whether the budget is active and was given something
   */
  private boolean refresh(Map<String, Long> needed) {
    long sentNanos = clock.nanoTime();
    try {
      boolean low = ledger.isBelow(terms.refreshBelow) || !Amounts.isNothing(needed);
      Refreshing.Outcome outcome = refreshing.attempt(low, needed);
      told(outcome.lease(), sentNanos);
      return outcome.added() && standing.state() == BudgetState.ACTIVE;
    } catch (RefusedException e) {
      refused(e, sentNanos);
      if (Refusals.of(e) == Refusals.PASSING) {
        throw e;
      }
      return false;
    }
  }

  /** Called by the clock, and when something was heard: does what is due, and plans the next. */
  private void tend() {
    if (state().isTerminal() && reports.waiting().isEmpty()) {
      return;
    }
    try {
      boolean wasAway = away;
      for (Report report : reports.waiting()) {
        deliver(report);
      }
      if (!standing.state().isTerminal() && isRefreshDue()) {
        refresh(Map.of());
      } else if (wasAway) {
        lookNow();
      }
      away = false;
      if (standing.state() != BudgetState.REVOKED) {
        plan(untilNext());
      }
    } catch (LeaseholdException e) {
      if (!isUnreachable(e)) {
        LOG.log(System.Logger.Level.WARNING, "budget " + leaseId + " is not tended", e);
      }
      away = true;
      plan(pauses.next());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "budget " + leaseId + " is not tended", e);
      plan(pauses.next());
    }
  }

  private boolean isRefreshDue() {
    long now = clock.nanoTime();
    return standing.state() == BudgetState.EXPIRED
        || now - standing.refreshNanos() >= 0
        || (ledger.isBelow(terms.refreshBelow) && refreshing.mayAsk(now));
  }

  private long untilNext() {
    long now = clock.nanoTime();
    if (standing.state() == BudgetState.EXPIRED || !reports.waiting().isEmpty()) {
      return pauses.next();
    }
    pauses.over();
    long next = Math.min(standing.nextNanos() - now, standing.refreshNanos() - now);
    if (ledger.isBelow(terms.refreshBelow)) {
      next = Math.min(next, refreshing.nextNanos() - now);
    }
    // A refresh that moved nothing, as close to a credential's end, is not asked for all the time.
    return next > 0 ? next : Math.max(pauses.next(), standing.nextNanos() - now);
  }

  private void look() {
    try {
      lookNow();
      if (isRefreshDue()) {
        tend();
      }
    } catch (LeaseholdException e) {
      if (isUnreachable(e)) {
        wentAway();
      }
    }
  }

  private void lookNow() {
    long sentNanos = clock.nanoTime();
    try {
      told(client.get(GetLeaseRequest.newBuilder().setLeaseId(leaseId).build()), sentNanos);
    } catch (RefusedException e) {
      refused(e, sentNanos);
      if (Refusals.of(e) == Refusals.PASSING) {
        throw e;
      }
    }
  }

  private void watchAgain() {
    if (!standing.state().isTerminal()) {
      // Whoever is not admitted any more learns why by a look.
      clock.after(
          pauses.next(),
          () -> {
            look();
            watch.begin();
          });
    }
  }

  /** Whoever finds it out first plans the next attempt; later ones do not put it off. */
  private void wentAway() {
    if (!away) {
      away = true;
      plan(pauses.next());
    }
  }

  private void later(Runnable task) {
    clock.after(0, task);
  }

  private synchronized void plan(long afterNanos) {
    cancelPlan.run();
    cancelPlan = clock.after(afterNanos, this::tend);
  }

  private void told(Lease newer, long sentNanos) {
    lease = newer;
    ledger.told(newer.getBudget(), sentNanos, clock.nanoTime());
    changed(standing.told(newer, sentNanos));
    if (standing.state() == BudgetState.ACTIVE && isRefreshDue()) {
      plan(0);
    }
  }

  private void refused(RefusedException e, long sentNanos) {
    changed(standing.refused(Refusals.of(e), e.problem(), sentNanos));
  }

  private void changed(Standing.@Nullable Change change) {
    if (change == null) {
      return;
    }
    if (change.after() == BudgetState.EXPIRED) {
      plan(0);
    }
    for (BudgetListener listener : listeners) {
      try {
        listener.changed(leaseId, change.before(), change.after());
        if (change.after() == BudgetState.REVOKED) {
          listener.revoked(leaseId, change.reason());
        }
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a listener of budget " + leaseId + " has failed", e);
      }
    }
  }

  private static boolean isUnreachable(LeaseholdException e) {
    return !(e instanceof RefusedException refused) || Refusals.of(refused) == Refusals.PASSING;
  }

  /**
   * Sends what is unsent, gives the rest back and ends the budget. Never fails: a budget that could
   * not be closed ends by its time, and reports that could not be sent stay in their file, if there
   * is one. What is still under way may be settled afterwards.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (released) {
        return;
      }
      released = true;
      cancelPlan.run();
    }
    watch.close();
    boolean ended = standing.state().isTerminal();
    try {
      for (Report report : reports.waiting()) {
        deliver(report);
      }
      if (!ended) {
        lease = client.close(CloseLeaseRequest.newBuilder().setLeaseId(leaseId).build());
      }
    } catch (LeaseholdException e) {
      LOG.log(System.Logger.Level.WARNING, "budget {0} ends by its time: {1}", leaseId, e);
    }
    changed(standing.close());
    tellUnsent();
    clock.close();
    reports.close();
  }

  private void tellUnsent() {
    if (!reports.areOnDisk()) {
      for (Report report : reports.waiting()) {
        tellNotCounted(
            report, report.amounts(), "the server did not answer before the budget was closed");
      }
    }
  }

  @Override
  public String toString() {
    return "budget " + leaseId + ", " + standing.state();
  }
}
