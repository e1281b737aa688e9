package dev.leasehold.client.budget;

import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings one report to the server, under the id of its reservation, as often as it takes.
 *
 * <p>A call may have been allowed while the server was away, and then there is no reservation: its
 * cost is a spend under the same id. So a reservation that is still under way on the network is
 * refused when it arrives, for its id is taken.
 */
record Delivery(LeaseholdClient client) {

  /**
   * The outcome of an attempt.
   *
   * @param lease the lease as the server told it; null if it did not
   * @param uncounted the amounts that no account has; empty if all are counted
   * @param refusal the server's reason not to count them; null if all are counted
   * @param again whether another attempt may succeed
   */
  record Outcome(
      @Nullable Lease lease,
      Map<String, Long> uncounted,
      @Nullable Problem refusal,
      boolean again) {

    static Outcome counted(@Nullable Lease lease) {
      return new Outcome(lease, Map.of(), null, false);
    }
  }

  /**
   * Tries once.
   *
   * @throws dev.leasehold.client.LeaseholdException if the server does not answer
   */
  Outcome attempt(Report report) {
    try {
      return report.kind() == Report.Kind.COST
          ? settle(report, report.amounts())
          : Outcome.counted(
              client.cancel(
                  CancelReservationRequest.newBuilder()
                      .setLeaseId(report.leaseId())
                      .setReservationId(report.reservationId())
                      .build()));
    } catch (RefusedException e) {
      return refused(report, e);
    }
  }

  private Outcome refused(Report report, RefusedException refusal) {
    Refusals kind = Refusals.of(refusal);
    if (kind == Refusals.PASSING) {
      throw refusal;
    }
    if (report.kind() != Report.Kind.COST) {
      // There is nothing to give back, or it goes back by itself.
      return Outcome.counted(null);
    }
    try {
      return switch (kind) {
        case NO_RESERVATION -> spend(report, report.amounts());
        case TOO_LITTLE -> part(report, refusal.problem(), true);
        case OTHER_UNIT -> withoutUnit(report, refusal.problem());
        default -> lost(report, refusal.problem(), kind == Refusals.IN_GRACE);
      };
    } catch (RefusedException e) {
      Refusals second = Refusals.of(e);
      if (second == Refusals.PASSING) {
        throw e;
      }
      if (second == Refusals.TOO_LITTLE && kind == Refusals.NO_RESERVATION) {
        return part(report, e.problem(), false);
      }
      if (second == Refusals.OTHER_UNIT) {
        return withoutUnit(report, e.problem());
      }
      return lost(report, e.problem(), second == Refusals.IN_GRACE || second == Refusals.NOT_NOW);
    }
  }

  private Outcome lost(Report report, Problem problem, boolean again) {
    return new Outcome(null, report.amounts(), problem, again);
  }

  private Outcome settle(Report report, Map<String, Long> amounts) {
    return Outcome.counted(
        client.settle(
            SettleRequest.newBuilder()
                .setLeaseId(report.leaseId())
                .setReservationId(report.reservationId())
                .putAllAmounts(amounts)
                .putAllLabels(report.labels())
                .build()));
  }

  private Outcome spend(Report report, Map<String, Long> amounts) {
    return Outcome.counted(
        client.spend(
            SpendRequest.newBuilder()
                .setLeaseId(report.leaseId())
                .setRequestId(report.reservationId())
                .putAllAmounts(amounts)
                .putAllLabels(report.labels())
                .build()));
  }

  /** The budget is not counted in this unit: the others are, and this one is told as uncounted. */
  private Outcome withoutUnit(Report report, Problem problem) {
    Map<String, Long> others = new TreeMap<>(report.amounts());
    String unit = problem.getField().substring(Refusals.AMOUNT_FIELD.length());
    Long foreign = others.remove(unit);
    if (foreign == null || others.isEmpty()) {
      return lost(report, problem, false);
    }
    Outcome rest =
        attempt(
            new Report(
                report.leaseId(), report.reservationId(), report.kind(), others, report.labels()));
    if (rest.again()) {
      return rest;
    }
    Map<String, Long> uncounted = new TreeMap<>(rest.uncounted());
    uncounted.put(unit, foreign);
    return new Outcome(rest.lease(), uncounted, problem, false);
  }

  /** Counts as much as there is, for the money is spent, and tells the rest as uncounted. */
  private Outcome part(Report report, Problem problem, boolean settles) {
    Map<String, Long> possible = Amounts.atMost(report.amounts(), problem.getRestMap());
    Map<String, Long> uncounted = Amounts.beyond(report.amounts(), possible);
    if (Amounts.isNothing(possible) && !settles) {
      return new Outcome(null, uncounted, problem, false);
    }
    possible.values().removeIf(amount -> amount == 0);
    try {
      Outcome counted = settles ? settle(report, possible) : spend(report, possible);
      return new Outcome(counted.lease(), uncounted, problem, false);
    } catch (RefusedException e) {
      if (Refusals.of(e) == Refusals.PASSING) {
        throw e;
      }
      return lost(report, e.problem(), Refusals.of(e) == Refusals.IN_GRACE);
    }
  }
}
