package dev.leasehold.adapters.spring;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.client.Acquisition;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.Loss;
import dev.leasehold.client.PathSegments;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.dao.DataAccessResourceFailureException;

/** How the locks of one registry are asked for, renewed and given back. */
final class LockLeases {

  /** Exclusive, and renewed as often as wanted. */
  private static final String POLICY = "work";

  /** The longest that a server lets anybody wait for. */
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final LeaseholdClient client;
  private final String space;
  private final Duration ttl;
  private final String registry;

  /**
   * @param registry tells this registry from others that have the same token
   */
  LockLeases(LeaseholdClient client, String space, Duration ttl, String registry) {
    this.client = client;
    this.space = space;
    this.ttl = ttl;
    this.registry = registry;
  }

  Duration ttl() {
    return ttl;
  }

  /**
   * Each thread has a session of its own. So the server sees which thread waits for which, and two
   * threads of a program that wait for those of another are no deadlock unless they really are.
   */
  CompletableFuture<HeldLease> hold(String key, Duration ttl, Duration wait) {
    Acquisition acquisition =
        client
            .lease(space)
            .policy(POLICY)
            .path("/" + PathSegments.of(key))
            .ttl(ttl)
            .session(registry + "-" + Thread.currentThread().getId())
            .waitAtMost(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT);
    return acquisition.holdAsync();
  }

  /** Renews the lease; throws unless it then lasts at least as long as the ttl. */
  void renew(HeldLease lease, String key, Duration ttl) {
    try {
      Lease unused = client.renew(renewal(lease.leaseId(), ttl));
    } catch (RefusedException e) {
      if (!e.code().equals("RENEWAL_DOES_NOT_EXTEND")) {
        throw new IllegalStateException("the lock " + key + " could not be renewed", e);
      }
    } catch (LeaseholdException e) {
      throw new DataAccessResourceFailureException("the lock " + key + " was not renewed", e);
    }
    if (!lease.isHeld()) {
      throw new IllegalStateException("the lock " + key + " is lost: " + reason(lease));
    }
  }

  private static RenewLeaseRequest renewal(String leaseId, Duration ttl) {
    return RenewLeaseRequest.newBuilder()
        .setLeaseId(leaseId)
        .setTtl(
            com.google.protobuf.Duration.newBuilder()
                .setSeconds(ttl.getSeconds())
                .setNanos(ttl.getNano()))
        .build();
  }

  /** Goes through also if the thread was interrupted. */
  void giveBack(HeldLease lease, String key) {
    if (!lease.isHeld()) {
      String reason = reason(lease);
      // A lease that was not renewed in time may live on at the server.
      lease.close();
      throw new ConcurrentModificationException("the lock " + key + " was lost: " + reason);
    }
    try {
      lease.releaseAsync("", Duration.ZERO).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        throw new ConcurrentModificationException("the lock " + key + " was lost", refused);
      }
      throw new DataAccessResourceFailureException(
          "the lock " + key + " could not be given back; it ends with its ttl", e.getCause());
    }
  }

  private static String reason(HeldLease lease) {
    return lease.loss().map(Loss::text).orElse("");
  }

  @Override
  public String toString() {
    return "the space " + space;
  }
}
