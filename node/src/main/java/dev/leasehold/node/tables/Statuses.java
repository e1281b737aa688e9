package dev.leasehold.node.tables;

import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;

/** The words and units of the columns that are for people. */
final class Statuses {

  private Statuses() {}

  /** However somebody ended a lease, to those who want the resource it was released. */
  static String of(LeaseState state) {
    return switch (state) {
      case PENDING -> "pending";
      case ACTIVE -> "active";
      case EXPIRED -> "expired";
      case RELEASED, COMPLETED, CLOSED, REVOKED, EVICTED -> "released";
      case FAILED -> "failed";
    };
  }

  static long seconds(long nanos) {
    return Math.floorDiv(nanos, Limits.SECOND);
  }
}
