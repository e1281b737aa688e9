package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One remembered lease and its links. What time and renewals change is kept in plain numbers here,
 * so that a renewal among a million leases neither makes an object that stays nor hands the garbage
 * collector a reference to follow; {@link #lease} shows the lease as a value.
 */
final class Holding implements Comparable<Holding> {

  private static final int FORGOTTEN = -2;

  final String id;
  final Space space;
  final Scope scope;
  final Mode mode;
  final Holder holder;
  final long fencingToken;
  private final Policy policy;
  private final long issuedTick;
  private final long issuedWallNanos;
  private final long epoch;
  private final int maxRenewals;

  private LeaseState state;
  private long deadlineTick;
  private long ttlNanos;
  private int renewalCount;
  private long lastRenewedWallNanos;
  private @Nullable Ending ending;

  /** Where {@link Deadlines} has it; negative if time can change it no more. */
  int deadlineIndex = -1;

  /** Neighbours among the holder's leases, in the order of their grants. */
  @Nullable Holding earlier;

  @Nullable Holding later;

  /** What few leases have. */
  private @Nullable Extras extras;

  private static final class Extras {
    String session = "";
    Map<String, String> labels = Map.of();
    String requestId = "";
    boolean callersId;
    final List<RequestKey> requests = new ArrayList<>(1);
  }

  Holding(Lease lease, Space space, Holder holder) {
    this.id = lease.id();
    this.space = space;
    this.scope = lease.scope();
    this.mode = lease.mode();
    this.holder = holder;
    this.fencingToken = lease.fencingToken();
    this.policy = lease.policy();
    this.issuedTick = lease.issuedTick();
    this.issuedWallNanos = lease.issuedWallNanos();
    this.epoch = lease.epoch();
    this.maxRenewals = lease.maxRenewals();
    this.state = lease.state();
    this.deadlineTick = lease.deadlineTick();
    this.ttlNanos = lease.ttlNanos();
    this.renewalCount = lease.renewalCount();
    this.lastRenewedWallNanos = lease.lastRenewedWallNanos();
    this.ending = lease.ending();
    if (!lease.session().isEmpty() || !lease.labels().isEmpty() || !lease.requestId().isEmpty()) {
      Extras rare = extras();
      rare.session = lease.session();
      rare.labels = lease.labels();
      rare.requestId = lease.requestId();
    }
  }

  /** The lease as it is now. */
  Lease lease() {
    Extras rare = extras;
    return new Lease(
        id,
        policy,
        space.name,
        scope,
        mode,
        holder.name,
        rare == null ? "" : rare.session,
        state,
        issuedTick,
        issuedWallNanos,
        deadlineTick,
        ttlNanos,
        renewalCount,
        maxRenewals,
        lastRenewedWallNanos,
        fencingToken,
        epoch,
        rare == null ? Map.of() : rare.labels,
        rare == null ? "" : rare.requestId,
        ending);
  }

  void renew(long deadline, long ttl, int count, long wallNanos) {
    deadlineTick = deadline;
    ttlNanos = ttl;
    renewalCount = count;
    lastRenewedWallNanos = wallNanos;
  }

  void end(LeaseState endState, Ending how) {
    state = endState;
    ending = how;
  }

  @Nullable Ending ending() {
    return ending;
  }

  int renewalCount() {
    return renewalCount;
  }

  private boolean isInGrace() {
    return state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0;
  }

  /** Whether the lease keeps others out, as far as has been recorded. */
  boolean isBlocking() {
    return state == LeaseState.ACTIVE || isInGrace();
  }

  /** The next tick at which time alone changes this lease. */
  long dueTick() {
    return ending != null && ending.graceEndTick() != 0 ? ending.graceEndTick() : deadlineTick;
  }

  /** By age: the order of the grants. */
  @Override
  public int compareTo(Holding other) {
    return Long.compare(fencingToken, other.fencingToken);
  }

  private Extras extras() {
    Extras present = extras;
    if (present == null) {
      present = new Extras();
      extras = present;
    }
    return present;
  }

  void markCallersId() {
    extras().callersId = true;
  }

  boolean hasCallersId() {
    return extras != null && extras.callersId;
  }

  void forget() {
    deadlineIndex = FORGOTTEN;
  }

  boolean isForgotten() {
    return deadlineIndex == FORGOTTEN;
  }

  /** The requests that made or changed it, the one that made it first. */
  List<RequestKey> requests() {
    return extras == null ? List.of() : extras.requests;
  }

  void addRequest(RequestKey key) {
    extras().requests.add(key);
  }

  /** How many of its requests changed it, the one that made it not counted. */
  int changeCount() {
    return Math.max(0, requests().size() - firstChange());
  }

  /** Drops the oldest request that changed it; the one that made it stays. */
  RequestKey dropOldestChange() {
    return extras().requests.remove(firstChange());
  }

  private int firstChange() {
    return extras == null || extras.requestId.isEmpty() ? 0 : 1;
  }
}
