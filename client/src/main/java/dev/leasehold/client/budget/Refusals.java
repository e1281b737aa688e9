package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.client.RefusedException;
import java.util.Map;

/** The meaning of refusals for a budget. */
enum Refusals {
  /** The server may have another answer in a moment. */
  PASSING,
  /** Less is left than was asked for. */
  TOO_LITTLE,
  /** The lease has expired and may be refreshed. */
  IN_GRACE,
  /** The lease has ended, and not by an admin. */
  OVER,
  /** An admin has ended the lease, or the token that it was drawn with. */
  REVOKED,
  /** The budget is not counted in a unit that was named. */
  OTHER_UNIT,
  /** There is no such reservation. */
  NO_RESERVATION,
  /** Too much was asked for in too short a time. */
  NOT_NOW,
  /** The request itself is wrong. */
  OTHER;

  /** The beginning of the name of a field that has an amount. */
  static final String AMOUNT_FIELD = "amounts.";

  static Refusals of(RefusedException refusal) {
    Problem problem = refusal.problem();
    return switch (refusal.code()) {
      case "UNAVAILABLE", "NOT_LEADER" -> PASSING;
      case "INSUFFICIENT_BUDGET", "BUDGET_EXHAUSTED" -> TOO_LITTLE;
      case "LEASE_EXPIRED" -> problem.hasGraceRemaining() ? IN_GRACE : OVER;
      case "LEASE_ALREADY_TERMINAL", "LEASE_NOT_FOUND", "LEASE_EVICTED" -> OVER;
      case "LEASE_REVOKED", "UNAUTHENTICATED" -> REVOKED;
      case "NOT_FOUND" -> NO_RESERVATION;
      case "QUOTA_EXCEEDED" -> NOT_NOW;
      case "INVALID_INPUT" -> problem.getField().startsWith(AMOUNT_FIELD) ? OTHER_UNIT : OTHER;
      default -> OTHER;
    };
  }

  /** A refusal that is made here, in the words of the server's. */
  static RefusedException local(
      String code, String leaseId, String detail, Map<String, Long> asked, Map<String, Long> rest) {
    return new RefusedException(
        Problem.newBuilder()
            .setCode(code)
            .setLeaseId(leaseId)
            .setDetail(detail)
            .putAllAsked(asked)
            .putAllRest(rest)
            .build());
  }
}
