package dev.leasehold.node.tables;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;

/** Words and units of the columns that people read. */
public final class ReadableColumns {

  private ReadableColumns() {}

  /** All leases that somebody ended are released: their resource is free. */
  public static String status(LeaseState state) {
    return switch (state) {
      case PENDING -> "pending";
      case ACTIVE -> "active";
      case EXPIRED -> "expired";
      case RELEASED, COMPLETED, CLOSED, REVOKED, EVICTED -> "released";
      case FAILED -> "failed";
    };
  }

  public static long seconds(long nanos) {
    return Math.floorDiv(nanos, Limits.SECOND);
  }
}
