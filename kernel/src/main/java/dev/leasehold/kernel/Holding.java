package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
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

  /** Position of the event that made it: its age, whatever happens to it. */
  final long birth;

  final Space space;
  final Scope scope;
  final Holder holder;
  final Policy policy;
  private final int maxRenewals;

  private Mode mode;
  private long fencingToken;
  private long epoch;
  private LeaseState state = LeaseState.PENDING;
  private long issuedTick;
  private long issuedWallNanos;
  private long deadlineTick;
  private long ttlNanos;
  private int renewalCount;
  private long lastRenewedWallNanos;
  private @Nullable Ending ending;

  /** Where {@link Deadlines} has it; negative if time can change it no more. */
  int deadlineIndex = -1;

  /** Neighbours among the holder's leases, in the order of their births. */
  @Nullable Holding earlier;

  @Nullable Holding later;

  /** What comes with requests. */
  private @Nullable Extras extras;

  private @Nullable Specials specials;

  /** A lease that waits to be granted, if only for a moment. */
  Holding(Event.Claim claim, long birth, Policy policy, Space space, Holder holder) {
    this.id = claim.leaseId();
    this.birth = birth;
    this.policy = policy;
    this.space = space;
    this.scope = claim.scope();
    this.mode = claim.mode();
    this.holder = holder;
    this.ttlNanos = claim.ttlNanos();
    this.maxRenewals = claim.maxRenewals();
    if (!claim.session().isEmpty()
        || !claim.labels().isEmpty()
        || !claim.request().requestId().isEmpty()
        || claim.callersId()) {
      extras = new Extras(claim);
    }
    if (!claim.wish().equals(Event.Wish.NONE)) {
      specials = new Specials(claim.wish());
    }
  }

  /** The lease as it is now. */
  Lease lease() {
    Extras rare = extras;
    return new Lease(
        id,
        birth,
        policy,
        space.name,
        scope,
        mode,
        holder.name,
        session(),
        state,
        issuedTick,
        issuedWallNanos,
        deadlineTick,
        expiresWallNanos(),
        ttlNanos,
        renewalCount,
        maxRenewals,
        lastRenewedWallNanos,
        fencingToken,
        epoch,
        rare == null ? Map.of() : rare.labels,
        rare == null ? "" : rare.requestId,
        ending,
        specials == null ? Particulars.NONE : specials.particulars());
  }

  private long expiresWallNanos() {
    if (fencingToken == 0) {
      return 0;
    }
    long since = lastRenewedWallNanos == 0 ? issuedWallNanos : lastRenewedWallNanos;
    return since + ttlNanos - (specials == null ? 0 : specials.cappedNanos);
  }

  /** Waits from now on, with this place in the queue. */
  void queue(Wait place, Event.Wish wish, long wallNanos) {
    specials().wait = place;
    specials().requested = wish.budget();
    issuedTick = place.sinceTick();
    issuedWallNanos = wallNanos;
  }

  /** As it was when a snapshot was written. */
  void restore(
      LeaseState state,
      long fencingToken,
      long epoch,
      long issuedTick,
      long issuedWallNanos,
      long deadlineTick,
      long ttlNanos,
      int renewalCount,
      long lastRenewedWallNanos,
      @Nullable Ending ending) {
    this.state = state;
    this.fencingToken = fencingToken;
    this.epoch = epoch;
    this.issuedTick = issuedTick;
    this.issuedWallNanos = issuedWallNanos;
    this.deadlineTick = deadlineTick;
    this.ttlNanos = ttlNanos;
    this.renewalCount = renewalCount;
    this.lastRenewedWallNanos = lastRenewedWallNanos;
    this.ending = ending;
  }

  void grant(long token, long grantEpoch, long tick, long wallNanos, long deadline) {
    state = LeaseState.ACTIVE;
    fencingToken = token;
    epoch = grantEpoch;
    issuedTick = tick;
    issuedWallNanos = wallNanos;
    setDeadline(deadline, tick);
    beat(tick);
  }

  private void setDeadline(long deadline, long tick) {
    deadlineTick = deadline;
    long capped = tick + ttlNanos - deadline;
    if (capped != 0 || specials != null) {
      specials().cappedNanos = capped;
    }
  }

  /** A successful command of the holder counts as a heartbeat, and shows that the holder knows. */
  void beat(long tick) {
    Specials special = specials;
    if (special != null) {
      special.unclaimed = false;
      if (special.heartbeatNanos != 0) {
        special.heartbeatDeadlineTick = tick + special.heartbeatNanos;
      }
    }
  }

  void renew(long deadline, long ttl, int count, long tick, long wallNanos) {
    ttlNanos = ttl;
    renewalCount = count;
    lastRenewedWallNanos = wallNanos;
    setDeadline(deadline, tick);
  }

  /** Active again or still, with a later deadline. */
  void refresh(long deadline, long tick, long wallNanos) {
    state = LeaseState.ACTIVE;
    ending = null;
    lastRenewedWallNanos = wallNanos;
    setDeadline(deadline, tick);
  }

  void advance(long newEpoch) {
    epoch = newEpoch;
  }

  void convert(Mode newMode, long token, long newEpoch) {
    mode = newMode;
    fencingToken = token;
    epoch = newEpoch;
  }

  /** Takes over what a transfer hands along. */
  void inherit(Holding before, long token, long newEpoch, long tick, long wallNanos) {
    state = LeaseState.ACTIVE;
    fencingToken = token;
    epoch = newEpoch;
    issuedTick = tick;
    issuedWallNanos = wallNanos;
    renewalCount = before.renewalCount;
    setDeadline(before.deadlineTick, tick);
    Specials old = before.specials;
    if (old != null) {
      specials().announcedEnd = old.announcedEnd;
      specials().reminded = old.reminded;
    }
    beat(tick);
  }

  void end(LeaseState endState, Ending how) {
    state = endState;
    ending = how;
    Specials special = specials;
    if (special != null) {
      special.unclaimed = false;
      if (endState != LeaseState.EXPIRED || how.graceEndTick() == 0) {
        special.announcedEnd = null;
        special.delayedRelease = null;
      }
    }
  }

  @Nullable Ending ending() {
    return ending;
  }

  int renewalCount() {
    return renewalCount;
  }

  Mode mode() {
    return mode;
  }

  LeaseState state() {
    return state;
  }

  long fencingToken() {
    return fencingToken;
  }

  long epoch() {
    return epoch;
  }

  long deadlineTick() {
    return deadlineTick;
  }

  long ttlNanos() {
    return ttlNanos;
  }

  int maxRenewals() {
    return maxRenewals;
  }

  String session() {
    return extras == null ? "" : extras.session;
  }

  Party party() {
    return new Party(holder.name, session());
  }

  boolean isPending() {
    return state == LeaseState.PENDING;
  }

  boolean isActive() {
    return state == LeaseState.ACTIVE;
  }

  boolean isInGrace() {
    return state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0;
  }

  /** Whether the lease keeps others out, as far as has been recorded. */
  boolean isBlocking() {
    return isActive() || isInGrace();
  }

  /** Whether anything may still become of it: it waits or keeps others out. */
  boolean isLiving() {
    return isPending() || isBlocking();
  }

  /** What it was derived from; {@link Lineage} goes on from there. */
  @Nullable Holding parent() {
    return specials == null ? null : specials.parent;
  }

  /** The latest tick that its deadline may have, whatever is asked for. */
  long latestDeadlineTick() {
    return specials == null ? Long.MAX_VALUE : specials.latestDeadlineTick();
  }

  /** When it will end at the latest: its deadline, or what an admin has announced. */
  long knownEndTick() {
    return specials == null || specials.announcedEnd == null
        ? deadlineTick
        : Math.min(deadlineTick, specials.announcedEnd.tick());
  }

  /** The next tick at which time alone changes this lease. */
  long dueTick() {
    Specials special = specials;
    if (isInGrace() && ending != null) {
      long graceEnd = ending.graceEndTick();
      return special == null || special.announcedEnd == null
          ? graceEnd
          : Math.min(graceEnd, special.announcedEnd.tick());
    }
    long due = deadlineTick;
    if (special != null) {
      if (special.wait != null) {
        due =
            isPending() ? special.wait.deadlineTick() : Math.min(due, special.wait.deadlineTick());
      }
      if (special.announcedEnd != null) {
        due = Math.min(due, special.announcedEnd.tick());
      }
      if (special.delayedRelease != null) {
        due = Math.min(due, special.delayedRelease.tick());
      } else if (special.heartbeatNanos != 0 && isActive()) {
        due = Math.min(due, special.heartbeatDeadlineTick);
      }
    }
    return isReminderOpen() ? Math.min(due, deadlineTick - policy.reminderLeadNanos()) : due;
  }

  /** Whether its one reminder is still to come. */
  boolean isReminderOpen() {
    long capped = specials == null ? 0 : specials.cappedNanos;
    return policy.reminderLeadNanos() > 0
        && isActive()
        && ttlNanos - capped > policy.reminderLeadNanos()
        && (specials == null || (!specials.reminded && specials.delayedRelease == null));
  }

  /** No two have the same. The one that the JVM would make costs more, a million times at once. */
  @Override
  public int hashCode() {
    return Long.hashCode(birth);
  }

  /** By age of the grant that counts: the order of the fencing tokens. */
  @Override
  public int compareTo(Holding other) {
    return Long.compare(fencingToken, other.fencingToken);
  }

  /** Present only if it has something special. */
  @Nullable Specials specialsOrNull() {
    return specials;
  }

  Specials specials() {
    Specials present = specials;
    if (present == null) {
      present = new Specials();
      specials = present;
    }
    return present;
  }

  /** Whether it is its holder's right to spend. */
  boolean isBudgetLease() {
    return policy.isBudget() && account() != null;
  }

  @Nullable Account account() {
    return specials == null ? null : specials.account;
  }

  @Nullable Wait waiting() {
    return specials == null ? null : specials.wait;
  }

  boolean isBeingReleased() {
    return specials != null && specials.delayedRelease != null && isActive();
  }

  private Extras extras() {
    Extras present = extras;
    if (present == null) {
      present = new Extras(null);
      extras = present;
    }
    return present;
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
    return extras == null ? 0 : extras.requests.size() - extras.firstChange();
  }

  /** Drops the oldest request that changed it; the one that made it stays. */
  RequestKey dropOldestChange() {
    return extras().requests.remove(extras().firstChange());
  }
}
