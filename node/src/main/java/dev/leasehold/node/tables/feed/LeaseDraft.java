package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lease as its row tells it, to be changed by events one after the other. */
final class LeaseDraft {

  private static final Budget NO_MONEY =
      new Budget(Amounts.NONE, Amounts.NONE, Amounts.NONE, Amounts.NONE, Amounts.NONE);

  /** Tells what never changes, and nothing else. */
  private final Lease first;

  /** The pool that it asked, also while it waits for money. */
  final String claimedPool;

  Mode mode;
  LeaseState state;
  long issuedTick;
  long issuedWallNanos;
  long deadlineTick;
  long expiresWallNanos;
  long ttlNanos;
  int renewalCount;
  long lastRenewedWallNanos;
  long fencingToken;
  long epoch;
  @Nullable Ending ending;
  long heartbeatDeadlineTick;
  @Nullable QueuePlace place;
  @Nullable PlannedEnd announcedEnd;
  @Nullable PlannedEnd delayedRelease;
  boolean hasBudget;
  Amounts granted;
  Amounts reserved;
  Amounts delegated;
  Amounts spent;
  Amounts returned;
  String parentId;
  List<Long> ancestorTokens;
  boolean reminded;
  String lateCommit;

  LeaseDraft(Lease lease, String claimedPool) {
    RareProperties rare = lease.rare();
    this.first = lease;
    this.claimedPool = claimedPool;
    this.mode = lease.mode();
    this.state = lease.state();
    this.issuedTick = lease.issuedTick();
    this.issuedWallNanos = lease.issuedWallNanos();
    this.deadlineTick = lease.deadlineTick();
    this.expiresWallNanos = lease.expiresWallNanos();
    this.ttlNanos = lease.ttlNanos();
    this.renewalCount = lease.renewalCount();
    this.lastRenewedWallNanos = lease.lastRenewedWallNanos();
    this.fencingToken = lease.fencingToken();
    this.epoch = lease.epoch();
    this.ending = lease.ending();
    this.heartbeatDeadlineTick = rare.heartbeatDeadlineTick();
    this.place = rare.place();
    this.announcedEnd = rare.announcedEnd();
    this.delayedRelease = rare.delayedRelease();
    Budget budget = rare.budget() == null ? NO_MONEY : rare.budget();
    this.hasBudget = rare.budget() != null;
    this.granted = budget.granted();
    this.reserved = budget.reserved();
    this.delegated = budget.delegated();
    this.spent = budget.spent();
    this.returned = budget.returned();
    this.parentId = rare.parentId();
    this.ancestorTokens = rare.ancestorTokens();
    this.reminded = rare.reminded();
    this.lateCommit = rare.lateCommit();
  }

  /** A lease that nobody has been granted yet. */
  static LeaseDraft of(Claim claim, long position, Policy policy) {
    Claim.RareTerms terms = claim.rare();
    RareProperties rare =
        terms.equals(Claim.RareTerms.NONE)
            ? RareProperties.NONE
            : new RareProperties(
                terms.heartbeatNanos(),
                0,
                null,
                null,
                null,
                terms.authority(),
                "",
                null,
                terms.parentId(),
                List.of(),
                false,
                0,
                "");
    Lease lease =
        new Lease(
            claim.leaseId(),
            position,
            policy,
            claim.space(),
            claim.scope(),
            claim.mode(),
            claim.holder(),
            claim.session(),
            LeaseState.PENDING,
            0,
            0,
            0,
            0,
            claim.ttlNanos(),
            0,
            claim.maxRenewals(),
            0,
            0,
            0,
            claim.labels(),
            claim.request().requestId(),
            null,
            rare);
    return new LeaseDraft(lease, terms.pool());
  }

  Lease lease() {
    return new Lease(
        first.id(),
        first.position(),
        first.policy(),
        first.space(),
        first.scope(),
        mode,
        first.holder(),
        first.session(),
        state,
        issuedTick,
        issuedWallNanos,
        deadlineTick,
        expiresWallNanos,
        ttlNanos,
        renewalCount,
        first.maxRenewals(),
        lastRenewedWallNanos,
        fencingToken,
        epoch,
        first.labels(),
        first.requestId(),
        ending,
        rare());
  }

  private RareProperties rare() {
    boolean isPlain =
        first.rare() == RareProperties.NONE
            && place == null
            && announcedEnd == null
            && delayedRelease == null
            && !hasBudget
            && parentId.isEmpty()
            && !reminded
            && lateCommit.isEmpty();
    return isPlain
        ? RareProperties.NONE
        : new RareProperties(
            first.rare().heartbeatNanos(),
            heartbeatDeadlineTick,
            place,
            announcedEnd,
            delayedRelease,
            first.rare().authority(),
            hasBudget && parentId.isEmpty() ? claimedPool : "",
            hasBudget ? budget() : null,
            parentId,
            ancestorTokens,
            reminded,
            0,
            lateCommit);
  }

  private Budget budget() {
    return new Budget(granted, reserved, delegated, spent, returned);
  }

  /** The money that may still be used. */
  Amounts rest() {
    return budget().rest();
  }

  String id() {
    return first.id();
  }

  long position() {
    return first.position();
  }

  String holder() {
    return first.holder();
  }

  Policy policy() {
    return first.policy();
  }

  /** Grants it at an event, which is its token. */
  void grant(Event e, long grantEpoch, long deadline) {
    state = LeaseState.ACTIVE;
    fencingToken = e.position();
    epoch = grantEpoch;
    issuedTick = e.tick();
    issuedWallNanos = e.wallNanos();
    place = null;
    setDeadline(e, deadline);
    beat(e);
  }

  void setDeadline(Event e, long deadline) {
    deadlineTick = deadline;
    expiresWallNanos = e.wallNanos() + deadline - e.tick();
  }

  /** It is reminded of the new end unless that is near already, as {@code LeaseLife} has it. */
  void extend(ApprovalEvent.ExtensionApproved e) {
    expiresWallNanos += e.deadlineTick() - deadlineTick;
    deadlineTick = e.deadlineTick();
    long lead = policy().reminderLeadNanos();
    long since = lastRenewedWallNanos == 0 ? issuedWallNanos : lastRenewedWallNanos;
    boolean isLonger = expiresWallNanos - since > lead;
    reminded = e.deadlineTick() - lead <= e.tick() && (reminded || isLonger);
  }

  /** A successful command of the holder counts as a heartbeat. */
  void beat(Event e) {
    if (first.rare().heartbeatNanos() != 0) {
      heartbeatDeadlineTick = e.tick() + first.rare().heartbeatNanos();
    }
  }

  void end(LeaseState endState, Ending how) {
    state = endState;
    ending = how;
    place = null;
    if (endState != LeaseState.EXPIRED || how.graceEndTick() == 0) {
      announcedEnd = null;
      delayedRelease = null;
    }
  }

  boolean isActive() {
    return state == LeaseState.ACTIVE;
  }

  /** Whether it keeps others out. */
  boolean isBlocking() {
    return isActive()
        || (state == LeaseState.EXPIRED && ending != null && ending.graceEndTick() != 0);
  }

  boolean isLiving() {
    return state == LeaseState.PENDING || isBlocking();
  }
}
