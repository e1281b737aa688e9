package dev.leasehold.kernel.state;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.TextSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One remembered lease and its links: what it is, beside what becomes of it ({@link LeaseLife}).
 * {@link #lease} shows it as a value.
 */
public final class LeaseRecord extends LeaseLife implements Comparable<LeaseRecord> {

  private static final int FORGOTTEN = -2;

  public final String id;

  /** Position of the event that made it: its age, whatever happens to it. */
  public final long birth;

  public final Space space;
  public final Scope scope;
  public final Holder holder;

  /** The lease's index in {@link Deadlines}; negative if time can change it no more. */
  int deadlineIndex = -1;

  /** Neighbours among the holder's leases, in the order of their births. */
  @Nullable LeaseRecord earlier;

  public @Nullable LeaseRecord later;

  private RequestFields requestFields;

  /** A lease that waits to be granted, if only for a moment. */
  public LeaseRecord(Claim claim, long birth, Policy policy, Space space, Holder holder) {
    super(claim, policy);
    this.id = claim.leaseId();
    this.birth = birth;
    this.space = space;
    this.scope = claim.scope();
    this.holder = holder;
    this.requestFields = RequestFields.of(claim);
  }

  /** The lease as it is now. */
  public Lease lease() {
    return new Lease(
        id,
        birth,
        policy,
        space.name,
        scope,
        mode(),
        holder.name,
        session(),
        state(),
        issuedTick(),
        issuedWallNanos(),
        deadlineTick(),
        expiresWallNanos(),
        ttlNanos(),
        renewalCount(),
        maxRenewals(),
        lastRenewedWallNanos(),
        fencingToken(),
        epoch(),
        requestFields.labels,
        requestFields.requestId,
        ending(),
        rare().properties());
  }

  /** How many characters are written in it. They do not change, and are counted when asked for. */
  public long textSize() {
    return TextSize.of(scope, requestFields.labels, rare().authority);
  }

  String session() {
    return requestFields.session;
  }

  public Party party() {
    return new Party(holder.name, session());
  }

  /** The lease it was derived from; {@link Lineage} goes on from there. */
  public @Nullable LeaseRecord parent() {
    return rare().parent;
  }

  public @Nullable Account account() {
    return rare().account;
  }

  /** Whether it is its holder's right to spend. */
  boolean isBudgetLease() {
    return policy.isBudget() && account() != null;
  }

  public @Nullable QueuePlace place() {
    return rare().place;
  }

  public boolean hasCallersId() {
    return requestFields.callersId;
  }

  /** The requests that made or changed it, the one that made it first. */
  public List<RequestKey> requests() {
    return requestFields.requests;
  }

  /** Adds a request that changed it, and returns the oldest such one if that gives way to it. */
  @Nullable RequestKey addRequest(RequestKey key) {
    RequestKey dropped = requestFields.dropOldestChange();
    requestFields = requestFields.with(key);
    return dropped;
  }

  public void forget() {
    deadlineIndex = FORGOTTEN;
  }

  public boolean isForgotten() {
    return deadlineIndex == FORGOTTEN;
  }

  /** Hashes the birth, which no two leases share; the JVM's identity hash would cost more. */
  @Override
  public int hashCode() {
    return Long.hashCode(birth);
  }

  /** Orders by fencing token: by the age of the grant that counts. */
  @Override
  public int compareTo(LeaseRecord other) {
    return Long.compare(fencingToken(), other.fencingToken());
  }
}
