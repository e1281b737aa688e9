package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of the history of one lease, in order.
 *
 * @param sight of the lease, by whoever asked
 * @param nextPosition where the next part begins; 0 if there is none
 */
public record HistoryPage(Lease lease, Visibility sight, List<Entry> entries, long nextPosition) {

  /** Whether it is for a caller that may not see all events of the lease. */
  public boolean isOutline() {
    return sight != Visibility.WHOLE;
  }

  /**
   * @param before null if the event made the lease
   * @param actor the actor that caused the event; empty if time did
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
      Amounts amounts,
      Map<String, String> labels) {}
}
