package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change that has happened. Events alone change state, on the way to a reply and at recovery
 * alike.
 *
 * <p>Positions rise by one with every event of a journal, and by more where a backup was restored.
 */
public sealed interface Event {

  long position();

  long tick();

  long wallNanos();

  /** An event that concerns one lease. */
  sealed interface OfLease extends Event {
    String leaseId();
  }

  /** The caller, the id and the fingerprint of a request, to tell a retry from another request. */
  record Request(String caller, String requestId, long fingerprint) {
    public static final Request NONE = new Request("", "", 0);
  }

  /**
   * The terms of a lease to be, whether it is granted at once or has to wait.
   *
   * @param request the caller differs from the holder when an admin asked, or a parent's holder
   */
  record Claim(
      String leaseId,
      boolean callersId,
      String policy,
      int policyVersion,
      String space,
      Scope scope,
      Mode mode,
      String holder,
      String session,
      long ttlNanos,
      int maxRenewals,
      Map<String, String> labels,
      Request request,
      RareTerms rare) {}

  /**
   * The terms that few leases have.
   *
   * @param budget the amounts that were asked for, of the pool or out of the parent's rest
   * @param tokenId the credential that the lease falls with; empty for none
   * @param tokenDeadlineTick the end of that; 0 for none
   */
  record RareTerms(
      long heartbeatNanos,
      @Nullable Authority authority,
      String pool,
      Amounts budget,
      String parentId,
      String tokenId,
      long tokenDeadlineTick) {
    public static final RareTerms NONE = new RareTerms(0, null, "", Amounts.NONE, "", "", 0);
  }

  /**
   * A lease was granted; its position is its fencing token.
   *
   * @param deadlineTick the end that the ttl gives, unless something caps it
   * @param budget the amounts that were granted, at most those that were asked for
   */
  record Granted(
      long position,
      long tick,
      long wallNanos,
      Claim claim,
      long epoch,
      long deadlineTick,
      Amounts budget)
      implements OfLease {
    @Override
    public String leaseId() {
      return claim.leaseId();
    }
  }

  /** An acquire has to wait. */
  record Queued(
      long position, long tick, long wallNanos, Claim claim, int priority, long waitDeadlineTick)
      implements OfLease {
    @Override
    public String leaseId() {
      return claim.leaseId();
    }
  }

  /** A lease that waited was granted; the position is its fencing token. */
  record GrantedFromQueue(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long epoch,
      long deadlineTick,
      Amounts budget)
      implements OfLease {}

  record Renewed(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long deadlineTick,
      long ttlNanos,
      int renewalCount,
      Request request)
      implements OfLease {}

  /** The holder showed that it is alive. */
  record HeartbeatReceived(
      long position, long tick, long wallNanos, String leaseId, Request request)
      implements OfLease {}

  /**
   * A heartbeat fell due while the server could receive none, and counts anew.
   *
   * @param deadlineTick when the next one is due
   */
  record HeartbeatExcused(
      long position, long tick, long wallNanos, String leaseId, long deadlineTick)
      implements OfLease {}

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
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      ExpiryCause cause,
      long endedTick,
      int renewalCount,
      long graceEndTick,
      long endedWallNanos,
      BudgetEnd budget)
      implements OfLease {

    public static final long UNDATED = Long.MIN_VALUE;

    /** For a lease without a budget. */
    public Expired(
        long position,
        long tick,
        long wallNanos,
        String leaseId,
        ExpiryCause cause,
        long endedTick,
        int renewalCount,
        long graceEndTick,
        long endedWallNanos) {
      this(
          position,
          tick,
          wallNanos,
          leaseId,
          cause,
          endedTick,
          renewalCount,
          graceEndTick,
          endedWallNanos,
          BudgetEnd.NONE);
    }

    /** When it ended for people, as far as the event tells. */
    public long toldWallNanos() {
      return endedWallNanos == UNDATED ? wallNanos - (tick - endedTick) : endedWallNanos;
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
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      LeaseState state,
      String reason,
      String endedBy,
      long endedTick,
      Request request,
      BudgetEnd budget)
      implements OfLease {

    /** The end of a lease without a budget. */
    public Ended(
        long position,
        long tick,
        long wallNanos,
        String leaseId,
        LeaseState state,
        String reason,
        String endedBy,
        long endedTick,
        Request request) {
      this(
          position,
          tick,
          wallNanos,
          leaseId,
          state,
          reason,
          endedBy,
          endedTick,
          request,
          BudgetEnd.NONE);
    }
  }

  /**
   * The budget of a lease when the lease ends.
   *
   * @param returned given back with the end; more may follow when reservations are settled
   */
  record BudgetEnd(Amounts granted, Amounts spent, Amounts returned) {

    public static final BudgetEnd NONE = new BudgetEnd(Amounts.NONE, Amounts.NONE, Amounts.NONE);
  }

  /**
   * A check-in came after its lease had ended: the commit is there and nothing can take it back. It
   * says all that those who hear of it need, for the lease may be forgotten.
   *
   * @param holder the holder that had the lease and made the commit
   * @param path of the lease, or the first of several
   * @param told the actors that get a notice of it
   */
  record CommitRecorded(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String commit,
      String holder,
      String space,
      String path,
      List<String> told)
      implements OfLease {}

  /**
   * A lease will end at a certain time: by an admin's notice, or by a delayed release.
   *
   * @param revokesToken whether the token that its budget was drawn with ends then, too
   */
  record EndPlanned(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      PlannedEnd end,
      Request request,
      boolean revokesToken)
      implements OfLease {

    /** An end that leaves tokens alone, as all did that earlier servers wrote. */
    public EndPlanned(
        long position, long tick, long wallNanos, String leaseId, PlannedEnd end, Request request) {
      this(position, tick, wallNanos, leaseId, end, request, false);
    }
  }

  /**
   * A lease got a token that is good for it alone; one that it had before has ended.
   *
   * @param secretHash SHA-256 of the secret, in hexadecimal
   */
  record IpTokenIssued(
      long position, long tick, long wallNanos, String leaseId, String tokenId, String secretHash)
      implements OfLease {}

  /** The one reminder of a lease. */
  record Reminded(long position, long tick, long wallNanos, String leaseId, long leftNanos)
      implements OfLease {}

  /** Somebody asked the holder for a lease. */
  record Asked(
      long position, long tick, long wallNanos, String leaseId, String note, Request request)
      implements OfLease {
    public String asker() {
      return request.caller();
    }
  }

  record Advanced(
      long position, long tick, long wallNanos, String leaseId, long epoch, Request request)
      implements OfLease {}

  /** The old lease ended, and a new one with another id is its holder's successor. */
  record Transferred(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String newLeaseId,
      String toHolder,
      String note,
      long epoch,
      Request request)
      implements OfLease {}

  /** The mode changed; to exclusive, the position is the new fencing token. */
  record Converted(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      Mode mode,
      long epoch,
      Request request)
      implements OfLease {}

  /** A conversion to exclusive has to wait for other readers. */
  record ConversionQueued(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long waitDeadlineTick,
      Request request)
      implements OfLease {}

  /** A conversion came to nothing; the lease stays as it was. */
  record ConversionFailed(
      long position, long tick, long wallNanos, String leaseId, String reason, Request request)
      implements OfLease {}

  /**
   * @param labels say what it was spent on
   */
  record Spent(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      Amounts amounts,
      String note,
      Request request,
      Map<String, String> labels)
      implements OfLease {

    /** A spend without labels. */
    public Spent(
        long position,
        long tick,
        long wallNanos,
        String leaseId,
        Amounts amounts,
        String note,
        Request request) {
      this(position, tick, wallNanos, leaseId, amounts, note, request, Map.of());
    }
  }

  /** A spend or settlement beyond the rest was refused whole. */
  record Overdrawn(
      long position, long tick, long wallNanos, String leaseId, Amounts asked, Amounts rest)
      implements OfLease {}

  /**
   * A lease has spent so much of a unit that its holder should know.
   *
   * @param percent the threshold: this much of what was granted, or more, is spent now
   */
  record ThresholdReached(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String unit,
      int percent,
      long spent,
      long granted)
      implements OfLease {

    /** Such as {@code 80% of 1000 tokens}. */
    public String share() {
      return percent + "% of " + granted + " " + unit;
    }
  }

  /**
   * The request's id is the reservation's own.
   *
   * @param labels say what it is for
   */
  record Reserved(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      Amounts amounts,
      long deadlineTick,
      Request request,
      Map<String, String> labels)
      implements OfLease {

    /** A reservation without labels. */
    public Reserved(
        long position,
        long tick,
        long wallNanos,
        String leaseId,
        Amounts amounts,
        long deadlineTick,
        Request request) {
      this(position, tick, wallNanos, leaseId, amounts, deadlineTick, request, Map.of());
    }
  }

  record Adjusted(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String reservationId,
      Amounts amounts,
      Request request)
      implements OfLease {}

  /**
   * A reservation is over: settled, cancelled or timed out.
   *
   * @param spent the cost of the call, which may be more than was reserved
   * @param labels say what it was spent on: those of the reservation and of the settlement
   */
  record Settled(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String reservationId,
      Amounts spent,
      SettledHow how,
      Map<String, String> labels)
      implements OfLease {

    /** An end without labels. */
    public Settled(
        long position,
        long tick,
        long wallNanos,
        String leaseId,
        String reservationId,
        Amounts spent,
        SettledHow how) {
      this(position, tick, wallNanos, leaseId, reservationId, spent, how, Map.of());
    }
  }

  /**
   * The cost of a call was reported after its reservation had timed out. It is in no account, for
   * what was set aside for it may be spent.
   *
   * @param reporter the actor that reported it
   */
  record OverrunReported(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      String reservationId,
      Amounts amounts,
      String reporter)
      implements OfLease {

    public String cost() {
      return amounts + " for " + reservationId;
    }
  }

  /** More budget and more time. */
  record Refreshed(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      Amounts added,
      long deadlineTick,
      Request request)
      implements OfLease {}

  /** A holder asks admins for more. The position is the request's id. */
  record MoreRequested(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      Amounts amounts,
      String justification,
      Request request)
      implements OfLease {}

  /**
   * A request for more was granted.
   *
   * @param requested the position of the request
   * @param amounts added to the lease
   * @param deposited the part of it that the pool did not have
   * @param deadlineTick when the lease ends: as before, or later if it was in grace and goes on now
   */
  record MoreApproved(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long requested,
      Amounts amounts,
      Amounts deposited,
      long deadlineTick,
      String reason,
      String by)
      implements OfLease {}

  /**
   * @param requested the position of the request
   */
  record MoreDeclined(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long requested,
      String reason,
      String by)
      implements OfLease {}

  /** A holder asks admins for more time. The position is the request's id. */
  record ExtensionRequested(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long ttlNanos,
      String justification,
      Request request)
      implements OfLease {

    public String asked() {
      return Durations.exactly(ttlNanos) + ": " + justification;
    }
  }

  /**
   * A lease lasts longer, as its holder has asked.
   *
   * @param requested the position of the request
   * @param ttlNanos how much longer than before
   * @param deadlineTick when the lease ends now
   */
  record ExtensionApproved(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long requested,
      long ttlNanos,
      long deadlineTick,
      String reason,
      String by)
      implements OfLease {

    public String granted() {
      return Durations.exactly(ttlNanos) + ": " + reason;
    }
  }

  /**
   * @param requested the position of the request
   */
  record ExtensionDeclined(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long requested,
      String reason,
      String by)
      implements OfLease {}

  /**
   * A pool is to be topped up from now on, or no more.
   *
   * @param recurrence null if no more
   */
  record RecurrenceSet(
      long position,
      long tick,
      long wallNanos,
      String poolId,
      @Nullable Recurrence recurrence,
      Request request)
      implements Event {}

  /**
   * A pool got what it lacked at the beginning of a period.
   *
   * @param added nothing if it lacked nothing
   */
  record ToppedUp(
      long position, long tick, long wallNanos, String poolId, String period, Amounts added)
      implements Event {}

  record PoolCreated(
      long position, long tick, long wallNanos, String poolId, Amounts amounts, Request request)
      implements Event {}

  /**
   * @param deposit false for a withdrawal
   */
  record PoolChanged(
      long position,
      long tick,
      long wallNanos,
      String poolId,
      boolean deposit,
      Amounts amounts,
      String reason,
      Request request)
      implements Event {}

  record PoolConfirmed(
      long position, long tick, long wallNanos, String poolId, Amounts spent, Request request)
      implements Event {}

  record ProviderAdded(
      long position,
      long tick,
      long wallNanos,
      String name,
      ProviderKind kind,
      String url,
      EncryptedKey encryptedKey,
      String addedBy)
      implements Event {}

  record ProviderKeyRotated(
      long position,
      long tick,
      long wallNanos,
      String name,
      int version,
      EncryptedKey encryptedKey,
      String rotatedBy)
      implements Event {}

  record ProviderRemoved(long position, long tick, long wallNanos, String name, String removedBy)
      implements Event {}

  /** A provider has the same key, encrypted anew. */
  record ProviderKeyReencrypted(
      long position, long tick, long wallNanos, String name, EncryptedKey encryptedKey)
      implements Event {}

  /** An address outside was subscribed to events or to a holder's notices. */
  record Subscribed(long position, long tick, long wallNanos, Subscription subscription)
      implements Event {}

  record SubscriptionConfirmed(long position, long tick, long wallNanos, String id)
      implements Event {}

  record Unsubscribed(long position, long tick, long wallNanos, String id, String removedBy)
      implements Event {}

  /** A subscription has the same secret, encrypted anew. */
  record SubscriptionReencrypted(
      long position, long tick, long wallNanos, String id, EncryptedKey secret) implements Event {}

  /**
   * @param positions of the notices
   */
  record NoticesAcknowledged(
      long position, long tick, long wallNanos, String holder, List<Long> positions)
      implements Event {}

  /**
   * A holder had as many notices as there may be, and lost some of the space with the most.
   *
   * @param positions of the notices
   */
  record NoticesDropped(
      long position, long tick, long wallNanos, String holder, List<Long> positions)
      implements Event {}

  record PolicyAdded(long position, long tick, long wallNanos, Policy policy) implements Event {}

  /**
   * The leases that ended first, and the oldest notices, were forgotten.
   *
   * @param leases how many of those that had no budget
   * @param accounts how many of those that had one
   * @param notices how many notices
   * @param epochsKept whether resources keep their epochs; servers of old raised a floor instead
   */
  record Pruned(
      long position,
      long tick,
      long wallNanos,
      int leases,
      int accounts,
      int notices,
      boolean epochsKept)
      implements Event {}

  /** The state came from a backup; positions and epochs go on far beyond it. */
  record Restored(long position, long tick, long wallNanos) implements Event {}

  record SpaceDeclared(
      long position, long tick, long wallNanos, String space, boolean caseInsensitive)
      implements Event {}

  record TokenIssued(long position, long tick, long wallNanos, Token token) implements Event {}

  record TokenRevoked(long position, long tick, long wallNanos, String tokenId, String reason)
      implements Event {}

  /**
   * @param key as {@link ConfigKey#text} spells it
   */
  record ConfigChanged(
      long position, long tick, long wallNanos, String key, String value, String changedBy)
      implements Event {}
}
