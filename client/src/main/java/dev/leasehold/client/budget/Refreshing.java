package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks for more. One at a time, under an id that stays the same until there is an answer: a lost
 * reply must not add twice. A pool that has nothing is asked again after longer and longer pauses.
 */
final class Refreshing {

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** The lease, and whether anything was added to its budget. */
  record Outcome(Lease lease, boolean added) {}

  private final LeaseholdClient client;
  private final String leaseId;
  private final BudgetTerms terms;
  private final BudgetClock clock;
  private final Pauses pauses = new Pauses(LONGEST_PAUSE);
  private @Nullable RefreshLeaseRequest unanswered;
  private Map<String, Long> granted;
  private volatile long nextNanos;

  Refreshing(LeaseholdClient client, String leaseId, BudgetTerms terms, BudgetClock clock) {
    this.client = client;
    this.leaseId = leaseId;
    this.terms = terms;
    this.clock = clock;
    this.granted = terms.requested;
    this.nextNanos = clock.nanoTime();
  }

  /** Whether it is time to ask for more money again. */
  boolean mayAsk(long nowNanos) {
    return !terms.refill().isEmpty() && nowNanos - nextNanos >= 0;
  }

  /** When that may be done again. */
  long nextNanos() {
    return terms.refill().isEmpty() ? clock.nanoTime() + LONGEST_PAUSE.toNanos() : nextNanos;
  }

  /**
   * Asks once.
   *
   * @param forMoney whether more money is wanted beside more time
   * @param needed the amounts that a call needs, if they are more than the usual refill
   */
  synchronized Outcome attempt(boolean forMoney, Map<String, Long> needed) {
    RefreshLeaseRequest request = unanswered != null ? unanswered : request(forMoney, needed);
    unanswered = request;
    try {
      Lease lease = client.refresh(request);
      unanswered = null;
      Map<String, Long> now = lease.getBudget().getGrantedMap();
      boolean added = !Amounts.beyond(now, granted).isEmpty();
      granted = Map.copyOf(now);
      boolean timeOnly = request.getRequestedMap().isEmpty();
      if (added) {
        pauses.over();
        nextNanos = clock.nanoTime();
      } else if (!timeOnly) {
        nextNanos = clock.nanoTime() + pauses.next();
      }
      return new Outcome(lease, added || timeOnly);
    } catch (RefusedException e) {
      if (Refusals.of(e) != Refusals.PASSING) {
        unanswered = null;
        nextNanos = clock.nanoTime() + pauses.next();
      }
      throw e;
    }
  }

  private RefreshLeaseRequest request(boolean forMoney, Map<String, Long> needed) {
    Map<String, Long> amounts = new TreeMap<>();
    if (forMoney && !terms.refill().isEmpty()) {
      amounts.putAll(terms.refill());
      needed.forEach(
          (unit, amount) -> {
            if (terms.requested.containsKey(unit)) {
              amounts.merge(unit, amount, Math::max);
            }
          });
    }
    return RefreshLeaseRequest.newBuilder()
        .setLeaseId(leaseId)
        .putAllRequested(amounts)
        .setRequestId(UUID.randomUUID().toString())
        .build();
  }
}
