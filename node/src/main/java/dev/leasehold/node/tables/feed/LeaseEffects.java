package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes leases as events say, given the rows of before and nothing else. The kernel does the same
 * in its own way, and {@code verify} compares the two.
 */
final class LeaseEffects {

  private final ChangedLeases leases;
  private final MoneyRows money;

  LeaseEffects(ChangedLeases leases, MoneyRows money) {
    this.leases = leases;
    this.money = money;
  }

  /**
   * Changes the lease that the event names, and its relatives. An event about a lease whose row was
   * deleted changes nothing.
   */
  void apply(Event.OfLease event, boolean keepsHistory) throws SQLException {
    switch (event) {
      case LeaseEvent.Granted e -> {
        LeaseChange made = make(e.claim(), e);
        made.draft().grant(e, e.epoch(), e.deadlineTick());
        money.open(made, e.budget(), e);
        made.changedBy(e, null, keepsHistory);
      }
      case LeaseEvent.Queued e -> {
        LeaseChange made = make(e.claim(), e);
        LeaseDraft draft = made.draft();
        draft.issuedTick = e.tick();
        draft.issuedWallNanos = e.wallNanos();
        draft.place =
            new QueuePlace(e.position(), e.tick(), e.waitDeadlineTick(), e.priority(), false);
        made.changedBy(e, null, keepsHistory);
      }
      default -> {
        LeaseChange change = leases.find(event.leaseId());
        if (change != null) {
          LeaseState before = change.draft().state;
          PlannedEnd announced = change.draft().announcedEnd;
          change(event, change);
          change.changedBy(event, before, keepsHistory);
          if (event instanceof LeaseEvent.Transferred e) {
            succeed(change.lease(), announced, e).changedBy(e, null, keepsHistory);
          }
        }
      }
    }
  }

  private LeaseChange make(Claim claim, Event e) throws SQLException {
    LeaseChange made = leases.make(claim, e.position());
    if (!claim.rare().parentId().isEmpty()) {
      LeaseChange parent = leases.find(claim.rare().parentId());
      if (parent != null) {
        parent.draft().beat(e);
        parent.touchedAt(e);
        made.draft().ancestorTokens = fencePathOf(parent.draft());
      }
    }
    return made;
  }

  private static List<Long> fencePathOf(LeaseDraft draft) {
    List<Long> path = new ArrayList<>(draft.ancestorTokens);
    path.add(draft.fencingToken);
    return List.copyOf(path);
  }

  private void change(Event.OfLease event, LeaseChange change) throws SQLException {
    LeaseDraft lease = change.draft();
    switch (event) {
      case LeaseEvent.Granted e -> throw new IllegalStateException("made before");
      case LeaseEvent.Queued e -> throw new IllegalStateException("made before");
      case LeaseEvent.GrantedFromQueue e -> grantFromQueue(change, e);
      case LeaseEvent.Renewed e -> renew(lease, e);
      case LeaseEvent.HeartbeatReceived e -> lease.beat(e);
      case LeaseEvent.HeartbeatExcused e -> lease.heartbeatDeadlineTick = e.deadlineTick();
      case LeaseEvent.Expired e -> expire(change, e);
      case LeaseEvent.Ended e -> end(change, e);
      case LeaseEvent.CommitRecorded e -> lease.lateCommit = e.commit();
      case LeaseEvent.EndPlanned e -> planEnd(lease, e);
      case LeaseEvent.Reminded e -> lease.reminded = true;
      case LeaseEvent.Asked e -> {}
      case BudgetEvent.IpTokenIssued e -> {}
      case LeaseEvent.Advanced e -> advance(lease, e);
      case LeaseEvent.Transferred e ->
          lease.end(
              LeaseState.RELEASED,
              new Ending(e.tick(), e.wallNanos(), null, EndReasons.TRANSFERRED, lease.holder(), 0));
      case LeaseEvent.Converted e -> convert(lease, e);
      case LeaseEvent.ConversionQueued e -> queueConversion(lease, e);
      case LeaseEvent.ConversionFailed e -> failConversion(lease, e);
      case BudgetEvent.Spent e -> money.spend(change, e.amounts(), e.labels(), e);
      case ApprovalEvent.MoreRequested e -> {}
      case ApprovalEvent.MoreApproved e -> approve(change, e);
      case ApprovalEvent.MoreDeclined e -> {}
      case ApprovalEvent.ExtensionRequested e -> lease.beat(e);
      case ApprovalEvent.ExtensionApproved e -> lease.extend(e);
      case ApprovalEvent.ExtensionDeclined e -> {}
      case BudgetEvent.Overdrawn e -> {}
      case BudgetEvent.OverrunReported e -> {}
      case BudgetEvent.ThresholdReached e -> {}
      case BudgetEvent.Reserved e -> money.reserve(change, e);
      case BudgetEvent.Adjusted e -> money.adjust(change, e);
      case BudgetEvent.Settled e -> money.settle(change, e);
      case BudgetEvent.Refreshed e -> refresh(change, e);
    }
    if (isUse(event) && lease.isActive()) {
      lease.beat(event);
    }
  }

  /** Whether the event moves money because the holder said so, which counts as a heartbeat. */
  private static boolean isUse(Event.OfLease event) {
    return switch (event) {
      case BudgetEvent.Spent e -> true;
      case BudgetEvent.Reserved e -> true;
      case BudgetEvent.Adjusted e -> true;
      case BudgetEvent.Refreshed e -> true;
      case BudgetEvent.OverrunReported e -> true;
      case ApprovalEvent.MoreRequested e -> true;
      case BudgetEvent.Settled e ->
          e.how() == SettledHow.SETTLED || e.how() == SettledHow.CANCELLED;
      default -> false;
    };
  }

  private void grantFromQueue(LeaseChange change, LeaseEvent.GrantedFromQueue e)
      throws SQLException {
    change.draft().grant(e, e.epoch(), e.deadlineTick());
    money.open(change, e.budget(), e);
  }

  private static void renew(LeaseDraft lease, LeaseEvent.Renewed e) {
    lease.ttlNanos = e.ttlNanos();
    lease.renewalCount = e.renewalCount();
    lease.lastRenewedWallNanos = e.wallNanos();
    lease.setDeadline(e, e.deadlineTick());
    lease.beat(e);
  }

  private void refresh(LeaseChange change, BudgetEvent.Refreshed e) throws SQLException {
    LeaseDraft lease = change.draft();
    lease.state = LeaseState.ACTIVE;
    lease.ending = null;
    lease.lastRenewedWallNanos = e.wallNanos();
    lease.setDeadline(e, e.deadlineTick());
    money.draw(change, e.added(), e);
  }

  /** A lease in grace goes on with what it gets. */
  private void approve(LeaseChange change, ApprovalEvent.MoreApproved e) throws SQLException {
    LeaseDraft lease = change.draft();
    if (!lease.isActive()) {
      lease.state = LeaseState.ACTIVE;
      lease.ending = null;
      lease.lastRenewedWallNanos = e.wallNanos();
      lease.setDeadline(e, e.deadlineTick());
      lease.beat(e);
    }
    money.deposit(lease.claimedPool, e.deposited());
    money.draw(change, e.amounts(), e);
  }

  private static void advance(LeaseDraft lease, LeaseEvent.Advanced e) {
    lease.epoch = e.epoch();
    lease.beat(e);
  }

  private static void queueConversion(LeaseDraft lease, LeaseEvent.ConversionQueued e) {
    lease.place = new QueuePlace(e.position(), e.tick(), e.waitDeadlineTick(), 0, true);
    lease.beat(e);
  }

  private static void failConversion(LeaseDraft lease, LeaseEvent.ConversionFailed e) {
    lease.place = null;
    if (e.reason().equals(EndReasons.CANCELLED)) {
      lease.beat(e);
    }
  }

  private void expire(LeaseChange change, LeaseEvent.Expired e) throws SQLException {
    LeaseDraft lease = change.draft();
    boolean asExpected =
        e.cause() == ExpiryCause.TIME && e.endedWallNanos() == LeaseEvent.Expired.UNDATED;
    long wallNanos = asExpected ? lease.expiresWallNanos : e.knownEndWallNanos();
    lease.end(
        LeaseState.EXPIRED,
        new Ending(e.endedTick(), wallNanos, e.cause(), "", "", e.graceEndTick()));
    if (e.graceEndTick() == 0) {
      money.returnRest(change, e);
    }
  }

  private void end(LeaseChange change, LeaseEvent.Ended e) throws SQLException {
    LeaseDraft lease = change.draft();
    Ending before = lease.ending;
    long wallNanos = e.wallNanos() - (e.tick() - e.endedTick());
    lease.end(
        e.state(),
        before == null
            ? new Ending(e.endedTick(), wallNanos, null, e.reason(), e.endedBy(), 0)
            : before.graceOver(e.reason(), e.endedBy()));
    money.returnRest(change, e);
  }

  private static void planEnd(LeaseDraft lease, LeaseEvent.EndPlanned e) {
    if (e.end().state() == lease.policy().endedByAdmin()) {
      lease.announcedEnd = e.end();
    } else {
      lease.place = null;
      lease.beat(e);
      lease.delayedRelease = e.end();
    }
  }

  private void convert(LeaseDraft lease, LeaseEvent.Converted e) throws SQLException {
    boolean waited = lease.place != null;
    lease.place = null;
    lease.mode = e.mode();
    lease.epoch = e.epoch();
    if (!waited) {
      lease.beat(e);
    }
    if (e.mode() == Mode.EXCLUSIVE) {
      lease.fencingToken = e.position();
      tellToken(lease.id(), lease, e);
    }
  }

  /** Makes the lease that follows one that was transferred, and hands it the family. */
  private LeaseChange succeed(Lease old, @Nullable PlannedEnd announced, LeaseEvent.Transferred e)
      throws SQLException {
    RareProperties rare = old.rare();
    Claim.RareTerms terms =
        new Claim.RareTerms(
            rare.heartbeatNanos(),
            rare.authority(),
            "",
            Claim.RareTerms.NONE.budget(),
            rare.parentId(),
            "",
            0);
    Claim claim =
        new Claim(
            e.newLeaseId(),
            false,
            old.policy().name(),
            old.policy().version(),
            old.space(),
            old.scope(),
            old.mode(),
            e.toHolder(),
            "",
            old.ttlNanos(),
            old.maxRenewals(),
            old.labels(),
            e.request(),
            terms);
    LeaseChange made = leases.make(claim, e.position());
    LeaseDraft next = made.draft();
    next.renewalCount = old.renewalCount();
    next.announcedEnd = announced;
    next.reminded = rare.reminded();
    next.ancestorTokens = rare.ancestorTokens();
    next.grant(e, e.epoch(), old.deadlineTick());
    tellToken(old.id(), next, e);
    return made;
  }

  /** Tells the descendants of a lease its new token; it may have a new id too. */
  private void tellToken(String parentId, LeaseDraft parent, Event e) throws SQLException {
    for (LeaseChange child : leases.childrenOf(parentId)) {
      child.draft().parentId = parent.id();
      child.draft().ancestorTokens = fencePathOf(parent);
      child.touchedAt(e);
      tellToken(child.draft().id(), child.draft(), e);
    }
  }
}
