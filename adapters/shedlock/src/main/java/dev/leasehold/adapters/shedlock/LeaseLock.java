package dev.leasehold.adapters.shedlock;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.jspecify.annotations.Nullable;

/** A lock that was granted. Its lease ends with {@code lockAtMostFor} unless it is extended. */
final class LeaseLock extends AbstractSimpleLock {

  private static final Set<String> OVER =
      Set.of("LEASE_EXPIRED", "LEASE_REVOKED", "LEASE_ALREADY_TERMINAL", "LEASE_NOT_FOUND");

  /** Refusals that mean that the lease lasts longer already than it was to be extended to. */
  private static final Set<String> LONG_ENOUGH = Set.of("RENEWAL_DOES_NOT_EXTEND");

  private final LeaseholdClient client;
  private final HeldLease lease;
  private final long askedNanos;

  /**
   * @param askedNanos when the lock was asked for, or extended: {@code lockAtLeastFor} counts from
   *     there
   */
  LeaseLock(
      LeaseholdClient client, HeldLease lease, LockConfiguration configuration, long askedNanos) {
    super(configuration);
    this.client = client;
    this.lease = lease;
    this.askedNanos = askedNanos;
  }

  /**
   * Goes through also if the thread was interrupted. A lock that has ended needs no unlocking: that
   * the server does not hear of it is no failure then.
   */
  @Override
  protected void doUnlock() {
    boolean over = !lease.isHeld();
    Duration held = Duration.ofNanos(System.nanoTime() - askedNanos);
    Duration rest = lockConfiguration.getLockAtLeastFor().minus(held);
    try {
      lease.releaseAsync("", rest.isNegative() ? Duration.ZERO : rest).join();
    } catch (CompletionException e) {
      if (!over && !isRefusedWith(OVER, e.getCause())) {
        throw new LockException("Could not unlock " + lockConfiguration.getName(), e.getCause());
      }
    }
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
    long askedAgainNanos = System.nanoTime();
    if (lease.isHeld()) {
      renew(extended);
    }
    if (!lease.isHeld()) {
      // Also if the server has it still, for it counts as lost: nobody is to wait for its end.
      lease.close();
      return Optional.empty();
    }
    return Optional.of(new LeaseLock(client, lease, extended, askedAgainNanos));
  }

  /** Renews the lease. That it has ended is no failure: it knows then that it is not held. */
  private void renew(LockConfiguration extended) {
    Duration ttl = extended.getLockAtMostFor();
    RenewLeaseRequest request =
        RenewLeaseRequest.newBuilder()
            .setLeaseId(lease.leaseId())
            .setTtl(
                com.google.protobuf.Duration.newBuilder()
                    .setSeconds(ttl.getSeconds())
                    .setNanos(ttl.getNano()))
            .build();
    try {
      Lease unused = client.renew(request);
    } catch (LeaseholdException e) {
      if (!isRefusedWith(LONG_ENOUGH, e) && !isRefusedWith(OVER, e)) {
        throw new LockException("Could not extend " + extended.getName(), e);
      }
    }
  }

  private static boolean isRefusedWith(Set<String> codes, @Nullable Throwable failure) {
    return failure instanceof RefusedException refused && codes.contains(refused.code());
  }
}
