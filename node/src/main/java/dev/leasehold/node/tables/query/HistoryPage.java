package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the history of one lease, in order.
 *
 * @param nextPosition where the next part begins; 0 if there is none
 */
public record HistoryPage(Lease lease, List<Entry> entries, long nextPosition) {

  /**
   * @param before null if the event made the lease
   * @param actor who did it; empty if time did
   */
  public record Entry(
      long position,
      long wallNanos,
      long tick,
      String type,
      @Nullable LeaseState before,
      LeaseState after,
      String actor,
      String reason,
      int renewalCount,
      long expiresWallNanos,
      long epoch,
      long fencingToken,
      Amounts amounts) {}
}
