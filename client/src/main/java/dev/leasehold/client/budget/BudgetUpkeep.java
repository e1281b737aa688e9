package dev.leasehold.client.budget;

import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a budget: sends reports, gets more time and money, finds out that the server does not
 * answer and when it is back, and what becomes of the lease. One attempt is planned at a time; what
 * goes wrong is tried again after a pause.
 */
final class BudgetUpkeep implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HeldBudget.class.getName());

  /** Short enough that a server that is back is found well within the grace. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final LeaseholdClient client;
  private final BudgetTerms terms;
  private final BudgetClock clock;
  private final KeptReports reports;
  private final Delivery delivery;
  private final BudgetStanding standing;
  private final Ledger ledger;
  private final Refreshing refreshing;
  private final BudgetWatch watch;
  private final BudgetListeners listeners;
  private final Pauses pauses = new Pauses(LONGEST_PAUSE);
  private final String leaseId;
  private volatile Lease lease;
  private volatile boolean serverUnreachable;
  private Runnable cancelPlan = () -> {};
  private boolean released;

  /** Prepares to look after a lease that was granted in reply to a request sent then. */
  BudgetUpkeep(
      LeaseholdClient client,
      BudgetTerms terms,
      BudgetClock clock,
      KeptReports reports,
      Lease granted,
      long sentNanos) {
    this.client = client;
    this.terms = terms;
    this.clock = clock;
    this.reports = reports;
    this.delivery = new Delivery(client);
    this.lease = granted;
    this.leaseId = granted.getLeaseId();
    this.standing = new BudgetStanding(granted, sentNanos);
    this.ledger = new Ledger(granted.getBudget(), clock.nanoTime());
    this.refreshing = new Refreshing(client, leaseId, terms, clock);
    this.listeners = new BudgetListeners(leaseId);
    this.watch =
        new BudgetWatch(client, granted, () -> clock.after(0, this::look), this::watchAgain);
  }

  void begin() {
    watch.begin();
    plan(reports.waiting().isEmpty() ? untilNext() : 0);
  }

  Ledger ledger() {
    return ledger;
  }

  BudgetListeners listeners() {
    return listeners;
  }

  Lease lease() {
    return lease;
  }

  boolean isServerUnreachable() {
    return serverUnreachable;
  }

  String reason() {
    return standing.reason();
  }

  BudgetState state() {
    long now = clock.nanoTime();
    // Two steps may have passed since the last look.
    for (BudgetStanding.Change change = standing.at(now);
        change != null;
        change = standing.at(now)) {
      changed(change);
    }
    return standing.state();
  }

  /** Keeps the report first, so that nothing is lost from here on, and sends it if that can be. */
  void report(Report report) {
    reports.keep(report);
    if (serverUnreachable && !isClosed()) {
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
        lostServer();
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
      update(told, sentNanos);
    }
    ledger.countedByServer(report.reservationId());
    reports.done(report);
    if (!outcome.uncounted().isEmpty()) {
      String why = outcome.refusal() == null ? "" : outcome.refusal().getDetail();
      LOG.log(
          System.Logger.Level.WARNING,
          "of call {0} {1} is counted nowhere: {2}",
          report.reservationId(),
          outcome.uncounted(),
          why);
      listeners.notCounted(report, outcome.uncounted(), why);
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
  boolean refresh(Map<String, Long> needed) {
    long sentNanos = clock.nanoTime();
    try {
      boolean low = ledger.isBelow(terms.refreshBelow) || !Amounts.isNothing(needed);
      Refreshing.Outcome outcome = refreshing.attempt(low, needed);
      update(outcome.lease(), sentNanos);
      return outcome.added() && standing.state() == BudgetState.ACTIVE;
    } catch (RefusedException e) {
      refusedUnlessPassing(e, sentNanos);
      return false;
    }
  }

  /** Called by the clock, and when something was heard: does what is due, and plans the next. */
  private void doWhatIsDue() {
    try {
      if (state().isTerminal() && reports.waiting().isEmpty()) {
        return;
      }
      boolean wasUnreachable = serverUnreachable;
      for (Report report : reports.waiting()) {
        deliver(report);
      }
      if (!standing.state().isTerminal() && isRefreshDue()) {
        refresh(Map.of());
      } else if (wasUnreachable) {
        lookNow();
      }
      serverUnreachable = false;
      if (standing.state() != BudgetState.REVOKED) {
        plan(untilNext());
      }
    } catch (RuntimeException e) {
      if (!(e instanceof LeaseholdException failure && isUnreachable(failure))) {
        LOG.log(
            System.Logger.Level.WARNING,
            "upkeep of budget " + leaseId + " failed and is tried again",
            e);
      }
      if (e instanceof LeaseholdException) {
        serverUnreachable = true;
      }
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
        doWhatIsDue();
      }
    } catch (LeaseholdException e) {
      if (isUnreachable(e)) {
        lostServer();
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "budget " + leaseId + " was not looked at", e);
    }
  }

  private void lookNow() {
    long sentNanos = clock.nanoTime();
    try {
      update(client.get(GetLeaseRequest.newBuilder().setLeaseId(leaseId).build()), sentNanos);
    } catch (RefusedException e) {
      refusedUnlessPassing(e, sentNanos);
    }
  }

  private void watchAgain() {
    if (!standing.state().isTerminal()) {
      // A look at the lease tells why the caller is not admitted any more.
      clock.after(
          pauses.next(),
          () -> {
            look();
            watch.begin();
          });
    }
  }

  /**
   * Notes that the server does not answer. The first failure plans the next attempt; later ones do
   * not put it off.
   */
  void lostServer() {
    if (!serverUnreachable) {
      serverUnreachable = true;
      plan(pauses.next());
    }
  }

  private synchronized void plan(long afterNanos) {
    cancelPlan.run();
    cancelPlan = clock.after(afterNanos, this::doWhatIsDue);
  }

  /** Takes the lease as the server told it in reply to a request that was sent at that time. */
  void update(Lease newer, long sentNanos) {
    lease = newer;
    ledger.update(newer.getBudget(), sentNanos, clock.nanoTime());
    changed(standing.update(newer, sentNanos));
    if (standing.state() == BudgetState.ACTIVE && isRefreshDue()) {
      plan(0);
    }
  }

  /** The server refuses a request that was sent then, which may tell what the lease has become. */
  void refused(RefusedException e, long sentNanos) {
    changed(standing.refused(Refusals.of(e), e.problem(), sentNanos));
  }

  /** Like {@link #refused}; whoever may have another answer in a moment goes on. */
  private void refusedUnlessPassing(RefusedException e, long sentNanos) {
    refused(e, sentNanos);
    if (Refusals.of(e) == Refusals.PASSING) {
      throw e;
    }
  }

  private void changed(BudgetStanding.@Nullable Change change) {
    if (change == null) {
      return;
    }
    if (change.after() == BudgetState.EXPIRED) {
      plan(0);
    }
    listeners.changed(change);
  }

  static boolean isUnreachable(LeaseholdException e) {
    return !(e instanceof RefusedException refused) || Refusals.of(refused) == Refusals.PASSING;
  }

  /** Sends what is unsent, closes the lease and stops. Never fails. */
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
        listeners.notCounted(
            report, report.amounts(), "the server did not answer before the budget was closed");
      }
    }
  }

  @Override
  public String toString() {
    return "budget " + leaseId + ", " + standing.state();
  }
}
