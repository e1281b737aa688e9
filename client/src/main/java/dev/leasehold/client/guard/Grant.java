package dev.leasehold.client.guard;

import dev.leasehold.api.v1.Lease;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The terms that the server granted, from a certificate or from the lease itself.
 *
 * @param scope canonical patterns
 * @param parentId empty if it has none
 * @param expiresTick the server's tick at which it ends; only ever compared with others
 * @param remainingNanos until then, counted from when this was stated; null if that is not known
 */
public record Grant(
    String leaseId,
    String space,
    List<String> scope,
    boolean shared,
    String holder,
    FencePath fencePath,
    long epoch,
    String parentId,
    long expiresTick,
    @Nullable Long remainingNanos) {

  public Grant {
    Names.check("a lease id", leaseId);
    scope = List.copyOf(scope);
    if (fencePath.size() == 0 || epoch < 0) {
      throw new IllegalArgumentException(
          "a grant has a fencing token and an epoch that is not negative");
    }
  }

  /** The grant of a lease as the server has just shown it. */
  public static Grant of(Lease lease) {
    return new Grant(
        lease.getLeaseId(),
        lease.getSpace(),
        lease.getScopeList(),
        lease.getMode() == Lease.Mode.SHARED,
        lease.getHolder(),
        new FencePath(lease.getFencePathList()),
        lease.getEpoch(),
        lease.getParentId(),
        lease.getExpiresAtTick(),
        lease.hasRemaining()
            ? TimeUnit.SECONDS.toNanos(lease.getRemaining().getSeconds())
                + lease.getRemaining().getNanos()
            : null);
  }
}
