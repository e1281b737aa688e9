package dev.leasehold.kernel.state;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.QueuePlace;
import org.jspecify.annotations.Nullable;

/**
 * The life of a lease: its state, its grant and its deadlines, which events and time change. The
 * fields are plain numbers here and inherited rather than referred to, so that a renewal among a
 * million leases neither makes an object that stays nor hands the garbage collector a reference to
 * follow.
 */
public abstract sealed class LeaseLife permits LeaseRecord {

  public final Policy policy;
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
  private RareFields rare;

  /** A lease that waits to be granted, if only for a moment. */
  LeaseLife(Claim claim, Policy policy) {
    this.policy = policy;
    this.mode = claim.mode();
    this.ttlNanos = claim.ttlNanos();
    this.maxRenewals = claim.maxRenewals();
    this.rare = RareFields.of(claim.rare());
  }

  /** Makes the lease wait, with this place in the queue. */
  public void queue(QueuePlace place, Claim.RareTerms terms, long wallNanos) {
    rareToWrite().place = place;
    rareToWrite().requestedBudget = terms.budget();
    issuedTick = place.sinceTick();
    issuedWallNanos = wallNanos;
  }

  /** Makes the lease as it was when a snapshot was written. */
  public void restore(
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
    if (capped != rare.cappedNanos) {
      rareToWrite().cappedNanos = capped;
    }
  }

  /** A successful command of the holder counts as a heartbeat, and shows that the holder knows. */
  public void beat(long tick) {
    if (rare.unclaimed) {
      rare.unclaimed = false;
    }
    if (rare.heartbeatNanos != 0) {
      rare.excused = false;
      rare.heartbeatDeadlineTick = tick + rare.heartbeatNanos;
    }
  }

  public void renew(long deadline, long ttl, int count, long tick, long wallNanos) {
    ttlNanos = ttl;
    renewalCount = count;
    lastRenewedWallNanos = wallNanos;
    setDeadline(deadline, tick);
  }

  /** Makes the lease active, again or still, with a later deadline. */
  public void refresh(long deadline, long tick, long wallNanos) {
    state = LeaseState.ACTIVE;
    ending = null;
    lastRenewedWallNanos = wallNanos;
    setDeadline(deadline, tick);
  }

  /**
   * Makes the lease last longer; the new end is reminded of, unless its reminder was due before.
   */
  public void extend(long deadline, long tick) {
    RareFields own = rareToWrite();
    own.cappedNanos -= deadline - deadlineTick;
    deadlineTick = deadline;
    long lead = policy.reminderLeadNanos();
    own.reminded = deadline - lead <= tick && (own.reminded || ttlNanos - own.cappedNanos > lead);
  }

  public void advance(long newEpoch) {
    epoch = newEpoch;
  }

  public void convert(Mode newMode, long token, long newEpoch) {
    mode = newMode;
    fencingToken = token;
    epoch = newEpoch;
  }

  /** Takes over what a transfer hands along. */
  public void inherit(LeaseLife before, long token, long newEpoch, long tick, long wallNanos) {
    state = LeaseState.ACTIVE;
    fencingToken = token;
    epoch = newEpoch;
    issuedTick = tick;
    issuedWallNanos = wallNanos;
    renewalCount = before.renewalCount;
    setDeadline(before.deadlineTick, tick);
    if (before.hasRareFields()) {
      rareToWrite().announcedEnd = before.rare.announcedEnd;
      rareToWrite().reminded = before.rare.reminded;
    }
    beat(tick);
  }

  public void end(LeaseState endState, Ending how) {
    state = endState;
    ending = how;
    if (hasRareFields()) {
      rare.unclaimed = false;
      if (endState != LeaseState.EXPIRED || how.graceEndTick() == 0) {
        rare.announcedEnd = null;
        rare.revokesToken = false;
        rare.delayedRelease = null;
      }
    }
  }

  public Mode mode() {
    return mode;
  }

  public LeaseState state() {
    return state;
  }

  public long fencingToken() {
    return fencingToken;
  }

  public long epoch() {
    return epoch;
  }

  long issuedTick() {
    return issuedTick;
  }

  long issuedWallNanos() {
    return issuedWallNanos;
  }

  public long deadlineTick() {
    return deadlineTick;
  }

  long expiresWallNanos() {
    if (fencingToken == 0) {
      return 0;
    }
    long since = lastRenewedWallNanos == 0 ? issuedWallNanos : lastRenewedWallNanos;
    return since + ttlNanos - rare.cappedNanos;
  }

  public long ttlNanos() {
    return ttlNanos;
  }

  public int renewalCount() {
    return renewalCount;
  }

  public int maxRenewals() {
    return maxRenewals;
  }

  long lastRenewedWallNanos() {
    return lastRenewedWallNanos;
  }

  public @Nullable Ending ending() {
    return ending;
  }

  public boolean isPending() {
    return state == LeaseState.PENDING;
  }

  public boolean isActive() {
    return state == LeaseState.ACTIVE;
  }

  public boolean isInGrace() {
    return state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0;
  }

  /** Whether the lease keeps others out, as far as has been recorded. */
  public boolean isBlocking() {
    return isActive() || isInGrace();
  }

  /** Whether anything may still become of it: it waits or keeps others out. */
  public boolean isLiving() {
    return isPending() || isBlocking();
  }

  public boolean isBeingReleased() {
    return rare.delayedRelease != null && isActive();
  }

  /** The latest tick that its deadline may have, whatever is asked for. */
  public long latestDeadlineTick() {
    return rare.latestDeadlineTick();
  }

  /** When it will end at the latest: its deadline, or what an admin has announced. */
  public long knownEndTick() {
    return rare.orAnnounced(deadlineTick);
  }

  /** The next tick at which time alone changes this lease. */
  public long dueTick() {
    if (isInGrace() && ending != null) {
      return rare.orAnnounced(ending.graceEndTick());
    }
    long due = rare.dueTick(deadlineTick, state);
    return isReminderOpen() ? Math.min(due, deadlineTick - policy.reminderLeadNanos()) : due;
  }

  /** Whether its one reminder is still to come. */
  public boolean isReminderOpen() {
    return policy.reminderLeadNanos() > 0
        && isActive()
        && ttlNanos - rare.cappedNanos > policy.reminderLeadNanos()
        && !rare.reminded
        && rare.delayedRelease == null;
  }

  /** The fields that few leases have, to be read only: leases without them share an empty value. */
  public RareFields rare() {
    return rare;
  }

  /** The fields that few leases have, to be changed; a lease that has none gets its own. */
  public RareFields rareToWrite() {
    if (!hasRareFields()) {
      rare = new RareFields();
    }
    return rare;
  }

  public boolean hasRareFields() {
    return rare != RareFields.NONE;
  }
}
