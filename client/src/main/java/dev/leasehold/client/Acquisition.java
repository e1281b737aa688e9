package dev.leasehold.client;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Authority;
import dev.leasehold.api.v1.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A lease being asked for. Begins with {@link LeaseholdClient#lease(String)} and ends with {@link
 * #hold}, {@link #tryHold} or {@link #acquire}:
 *
 * <pre>{@code
 * try (HeldLease lease = client.lease("repo-a").path("/src/api").ttl(Duration.ofMinutes(5)).hold()) {
 *   ...
 *   lease.ensureHeld();
 *   write(lease.fencingToken());
 * }
 * }</pre>
 *
 * <p>Not safe for threads. May be used again; each {@code hold} is a request of its own.
 */
public final class Acquisition {

  private final LeaseholdClient client;
  private final AcquireRequest.Builder request;
  private double renewalFraction;

  Acquisition(LeaseholdClient client, AcquireRequest request, double renewalFraction) {
    this.client = client;
    this.request = request.toBuilder();
    this.renewalFraction = renewalFraction;
  }

  /** Adds a plain path, in which no character is special. */
  public Acquisition path(String path) {
    request.addPaths(path);
    return this;
  }

  /** Adds plain paths; a lease has all of its scope or is not granted. */
  public Acquisition paths(Iterable<String> paths) {
    request.addAllPaths(paths);
    return this;
  }

  /** Adds a pattern: {@code *}, {@code ?}, {@code [a-z]}, {@code {a,b}} and {@code **}. */
  public Acquisition glob(String pattern) {
    request.addScope(pattern);
    return this;
  }

  /** Others may hold the same, if all of them share. */
  public Acquisition shared() {
    return mode(Lease.Mode.SHARED);
  }

  public Acquisition mode(Lease.Mode mode) {
    request.setMode(mode);
    return this;
  }

  /** The terms of the lease: {@code work}, {@code workflow}, {@code file}, ... */
  public Acquisition policy(String policy) {
    request.setPolicy(policy);
    return this;
  }

  /** How long the lease lasts without a renewal; the policy's default if not set. */
  public Acquisition ttl(Duration ttl) {
    request.setTtl(Durations.toWire(ttl));
    return this;
  }

  /**
   * How long to stand in line for it; not at all if not set or zero.
   *
   * <p>A lease may be granted and run out before that is known here, if the server or this process
   * stands still for longer than the ttl. {@link #hold} asks for it again then, as long as the wait
   * lasts, unless the request or the lease has an id of the caller's; {@link #acquire} is refused
   * with {@code LEASE_EXPIRED}.
   */
  public Acquisition waitAtMost(Duration wait) {
    if (wait.isZero()) {
      request.clearWait();
    } else {
      request.setWait(Durations.toWire(wait));
    }
    return this;
  }

  /** Larger goes first among those who wait. */
  public Acquisition priority(int priority) {
    request.setPriority(priority);
    return this;
  }

  /** The server takes the lease away from a holder that is silent for longer. */
  public Acquisition heartbeat(Duration interval) {
    request.setHeartbeat(Durations.toWire(interval));
    return this;
  }

  public Acquisition maxRenewals(int renewals) {
    request.setMaxRenewals(renewals);
    return this;
  }

  public Acquisition label(String name, String value) {
    request.putLabels(name, value);
    return this;
  }

  public Acquisition labels(Map<String, String> labels) {
    request.putAllLabels(labels);
    return this;
  }

  /** The work items, tools and namespaces that may be used under the lease. */
  public Acquisition authority(Authority authority) {
    request.setAuthority(authority);
    return this;
  }

  public Acquisition budget(String unit, long amount) {
    request.putBudget(unit, amount);
    return this;
  }

  public Acquisition pool(String pool) {
    request.setPool(pool);
    return this;
  }

  /** The id of the lease, only under policies that take ids from their callers. */
  public Acquisition leaseId(String leaseId) {
    request.setLeaseId(leaseId);
    return this;
  }

  /** Requests with one id have one outcome, also after a restart of this program. */
  public Acquisition requestId(String requestId) {
    request.setRequestId(requestId);
    return this;
  }

  public Acquisition session(String session) {
    request.setSession(session);
    return this;
  }

  /** After which part of its ttl the held lease is renewed, instead of the client's setting. */
  public Acquisition renewalFraction(double fraction) {
    this.renewalFraction =
        ClientOptions.builder().renewalFraction(fraction).build().renewalFraction;
    return this;
  }

  /**
   * The held lease is neither renewed nor kept alive by heartbeats. It is looked up now and then,
   * because an admin may have extended it.
   */
  public Acquisition withoutRenewal() {
    return renewalFraction(0);
  }

  /** The request as it would be sent, without an id unless one was given. */
  public AcquireRequest request() {
    return request.build();
  }

  /**
   * Takes the lease and leaves its keeping to the caller. Its {@code remaining} counts from when
   * the reply left the server; to count it from before this call is safe.
   */
  public Lease acquire() {
    return client.acquire(request());
  }

  /** Takes the lease and keeps it until it is closed or lost. */
  public HeldLease hold() {
    return client.await(holdAsync());
  }

  /**
   * Takes and keeps the lease without blocking. To cancel the future is to give up: a lease that is
   * waited for, or is granted all the same, is released.
   */
  public CompletableFuture<HeldLease> holdAsync() {
    return client.holding().hold(request(), renewalFraction);
  }

  /** Takes and keeps the lease unless others have it, also after the wait if there is one. */
  public Optional<HeldLease> tryHold() {
    try {
      return Optional.of(hold());
    } catch (RefusedException e) {
      if (e.isTaken()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    List<String> paths = request.getPathsList();
    return "acquisition of " + paths + request.getScopeList() + " in " + request.getSpace();
  }
}
