package dev.leasehold.kernel.event;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.PlannedEnd;
import java.util.List;

/** A change of a lease, from the wait for it or its grant to its end. */
public sealed interface LeaseEvent extends Event.OfLease {

  /**
   * A lease was granted; its position is its fencing token.
   *
   * @param deadlineTick the end that the ttl gives, unless something caps it
   * @param budget the amounts that were granted, at most those that were asked for
   */
  record Granted(At at, Claim claim, long epoch, long deadlineTick, Amounts budget)
      implements LeaseEvent {
    @Override
    public String leaseId() {
      return claim.leaseId();
    }
  }

  /** An acquire has to wait. */
  record Queued(At at, Claim claim, int priority, long waitDeadlineTick) implements LeaseEvent {
    @Override
    public String leaseId() {
      return claim.leaseId();
    }
  }

  /** A lease that waited was granted; the position is its fencing token. */
  record GrantedFromQueue(At at, String leaseId, long epoch, long deadlineTick, Amounts budget)
      implements LeaseEvent {}

  record Renewed(
      At at, String leaseId, long deadlineTick, long ttlNanos, int renewalCount, Request request)
      implements LeaseEvent {}

  /** The holder showed that it is alive. */
  record HeartbeatReceived(At at, String leaseId, Request request) implements LeaseEvent {}

  /**
   * A heartbeat fell due while the server could receive none, and counts anew.
   *
   * @param deadlineTick when the next one is due
   */
  record HeartbeatExcused(At at, String leaseId, long deadlineTick) implements LeaseEvent {}

  record Advanced(At at, String leaseId, long epoch, Request request) implements LeaseEvent {}

  /** The mode changed; to exclusive, the position is the new fencing token. */
  record Converted(At at, String leaseId, Mode mode, long epoch, Request request)
      implements LeaseEvent {}

  /** A conversion to exclusive has to wait for other readers. */
  record ConversionQueued(At at, String leaseId, long waitDeadlineTick, Request request)
      implements LeaseEvent {}

  /** A conversion came to nothing; the lease stays as it was. */
  record ConversionFailed(At at, String leaseId, String reason, Request request)
      implements LeaseEvent {}

  /** The old lease ended, and a new one with another id is its holder's successor. */
  record Transferred(
      At at,
      String leaseId,
      String newLeaseId,
      String toHolder,
      String note,
      long epoch,
      Request request)
      implements LeaseEvent {}

  /** Somebody asked the holder for a lease. */
  record Asked(At at, String leaseId, String note, Request request) implements LeaseEvent {
    public String asker() {
      return request.caller();
    }
  }

  /** The one reminder of a lease. */
  record Reminded(At at, String leaseId, long leftNanos) implements LeaseEvent {}

  /**
   * A lease will end at a certain time: by an admin's notice, or by a delayed release.
   *
   * @param revokesToken whether the token that its budget was drawn with ends then, too
   */
  record EndPlanned(At at, String leaseId, PlannedEnd end, Request request, boolean revokesToken)
      implements LeaseEvent {}

  /**
   * A lease came to its end by itself.
   *
   * @param endedTick the deadline that was reached, or the instant of the last spend
   * @param renewalCount the number of renewals that the expiry saw: a renewal sequenced first
   *     defeats it
   * @param endedWallNanos when that was for people, at a deadline when they were to expect it;
   *     {@link #UNDATED} if an earlier server wrote it
   * @param budget the amounts that it gives back where no grace follows; {@link BudgetEnd#NONE} if
   *     one does, if it had none, or an earlier server wrote it
   */
  record Expired(
      At at,
      String leaseId,
      ExpiryCause cause,
      long endedTick,
      int renewalCount,
      long graceEndTick,
      long endedWallNanos,
      BudgetEnd budget)
      implements LeaseEvent {
    public static final long UNDATED = Long.MIN_VALUE;

    /**
     * When it ended by the wall clock; an estimate by the ticks where an old event does not say.
     */
    public long knownEndWallNanos() {
      return endedWallNanos == UNDATED ? wallNanos() - (tick() - endedTick) : endedWallNanos;
    }
  }

  /**
   * Somebody ended a lease, or the grace of an expired one is over ({@code CLOSED}), or a wait came
   * to nothing ({@code FAILED}).
   *
   * @param endedTick when it ended; the tick of the event unless the end was planned before
   * @param budget {@link BudgetEnd#NONE} if it had none, or an earlier server wrote it
   */
  record Ended(
      At at,
      String leaseId,
      LeaseState state,
      String reason,
      String endedBy,
      long endedTick,
      Request request,
      BudgetEnd budget)
      implements LeaseEvent {}

  /**
   * A check-in came after its lease had ended: the commit is there and nothing can take it back. It
   * says all that those who hear of it need, for the lease may be forgotten.
   *
   * @param holder the holder that had the lease and made the commit
   * @param path of the lease, or the first of several
   * @param told the actors that get a notice of it
   */
  record CommitRecorded(
      At at,
      String leaseId,
      String commit,
      String holder,
      String space,
      String path,
      List<String> told)
      implements LeaseEvent {}
}
