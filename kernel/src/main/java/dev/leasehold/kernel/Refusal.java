package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.ScopeEntry;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The reason for which a command was refused and changed nothing. Each name states the rule that it
 * enforces.
 */
public sealed interface Refusal {

  /** The stable name that callers rely on. */
  RefusalCode code();

  /** One sentence for a person: what was wrong, what was expected, what to do. */
  String detail();

  /**
   * The refusal as it reads some time after its decision: time that was left is shorter by then.
   *
   * @param laterNanos the time since it was decided
   */
  default Refusal later(long laterNanos) {
    return this;
  }

  /** Refuses the id of an earlier request with another body. */
  static Refusal requestIdUsedBefore() {
    return new InvalidInput(
        "requestId", "you have used this request id for another request; choose a new one");
  }

  /** Refuses to end a reservation that somebody else made, whether or not it is remembered. */
  static Refusal reservationOfAnother(String leaseId) {
    return new Forbidden(
        "you have made no such reservation on lease "
            + leaseId
            + "; a gateway settles and cancels its own");
  }

  record InvalidInput(String field, String detail) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.INVALID_INPUT;
    }
  }

  /**
   * @param known the names of all policies
   */
  record NoSuchPolicy(String field, String name, List<String> known) implements Refusal {

    /** As many as a sentence can hold; the built-in ones and some more. */
    private static final int MOST_NAMED = 20;

    @Override
    public RefusalCode code() {
      return RefusalCode.INVALID_INPUT;
    }

    @Override
    public String detail() {
      int others = known.size() - MOST_NAMED;
      return "there is no such policy; there are "
          + known.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
          + (others > 0 ? " and " + others + " more" : "");
    }
  }

  record InvalidReleaseReason(String value) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.INVALID_RELEASE_REASON;
    }

    @Override
    public String detail() {
      return "the release reason must be COMPLETED, ABORTED or VOLUNTARY";
    }
  }

  record NoSuchLease(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no lease " + leaseId + "; it may have ended long ago and been forgotten";
    }
  }

  record NoSuchToken(String tokenId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no token " + tokenId;
    }
  }

  record NoSuchSetting(String key) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no setting " + key + "; read the configuration to see all there are";
    }
  }

  record NotHolder(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_HOLDER;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " is held by another; only its holder may do this";
    }
  }

  record Forbidden(String detail) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.FORBIDDEN;
    }
  }

  /**
   * Others, or the caller itself, hold what was asked for.
   *
   * @param blockers at least one, in the order of their fencing tokens
   * @param caller the actor that asked for it; empty as long as that is left open
   * @param seesOthers whether the caller sees the leases of others, and may ask for them
   */
  record Conflict(List<Lease> blockers, String caller, boolean seesOthers) implements Refusal {
    public Conflict(List<Lease> blockers) {
      this(blockers, "", true);
    }

    @Override
    public RefusalCode code() {
      Lease first = blockers.get(0);
      return first.policy().wholeResource() || first.scope().isEverything()
          ? RefusalCode.ALREADY_LEASED
          : RefusalCode.SCOPE_OVERLAP;
    }

    @Override
    public String detail() {
      Lease first = blockers.get(0);
      boolean own = first.isHeldBy(caller);
      boolean waits = first.isWaitingToBeGranted();
      return (own ? "you" + (waits ? " wait for " : " hold ") : others(first, waits))
          + words(first.scope())
          + " in "
          + first.space()
          + (own ? " yourself" : "")
          + (own && !first.session().isEmpty() ? ", in the session " + first.session() + "," : "")
          + " under lease "
          + first.id()
          + (first.isConverting() ? ", shared, and waits to hold it alone" : "");
    }

    private static String words(Scope scope) {
      List<ScopeEntry> entries = scope.entries(Limits.MAX_PATTERNS_IN_A_SENTENCE);
      int more = scope.size() - entries.size();
      return entries.stream().map(ScopeEntry::text).collect(Collectors.joining(" "))
          + (more == 0 ? "" : " and " + more + " more");
    }

    private static String others(Lease first, boolean waits) {
      return first.holder() + (waits ? " waits for " : " holds ");
    }
  }

  record LeaseAlreadyExists(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_ALREADY_EXISTS;
    }

    @Override
    public String detail() {
      return "the id " + leaseId + " has been used before and is never accepted again";
    }
  }

  /**
   * @param tick when that was so
   * @param told whether the caller may read how it ended
   */
  record AlreadyTerminal(Lease lease, long tick, boolean told) implements Refusal {

    @Override
    public Refusal later(long laterNanos) {
      long laterTick = tick < Long.MAX_VALUE - laterNanos ? tick + laterNanos : Long.MAX_VALUE;
      return new AlreadyTerminal(lease, laterTick, told);
    }

    public String leaseId() {
      return lease.id();
    }

    public LeaseState state() {
      return lease.state();
    }

    /** How long the lease may still be refreshed or closed; 0 if it may not. */
    public long graceNanos() {
      Ending ending = lease.ending();
      return told && ending != null && lease.isInGrace()
          ? Math.max(0, ending.graceEndTick() - tick)
          : 0;
    }

    @Override
    public RefusalCode code() {
      return switch (lease.state()) {
        case EXPIRED -> RefusalCode.LEASE_EXPIRED;
        case EVICTED -> RefusalCode.LEASE_EVICTED;
        case REVOKED -> RefusalCode.LEASE_REVOKED;
        default -> RefusalCode.LEASE_ALREADY_TERMINAL;
      };
    }

    @Override
    public String detail() {
      return graceNanos() > 0
          ? "lease "
              + lease.id()
              + " has expired and is in grace for another "
              + Durations.words(graceNanos())
              + "; refresh or close it"
          : "lease "
              + lease.id()
              + " has ended: it is "
              + lease.state()
              + how()
              + (told && !lease.rare().lateCommit().isEmpty()
                  ? "; commit " + lease.rare().lateCommit() + " came later and is recorded on it"
                  : "; acquire a new one");
    }

    private String how() {
      Ending ending = told ? lease.ending() : null;
      if (ending == null) {
        return "";
      }
      return switch (lease.state()) {
        case EXPIRED ->
            " since %s, acquired %s for %s"
                .formatted(
                    second(ending.wallNanos()),
                    second(lease.issuedWallNanos()),
                    Durations.words(lease.ttlNanos()));
        case EVICTED, REVOKED, COMPLETED ->
            " since "
                + second(ending.wallNanos())
                + (ending.endedBy().isEmpty() ? "" : ", by " + ending.endedBy())
                + (ending.reason().isEmpty() ? "" : ": " + ending.reason());
        default -> "";
      };
    }

    private static Instant second(long wallNanos) {
      return Instant.ofEpochSecond(wallNanos / Limits.SECOND);
    }
  }

  /**
   * @param capped whether the lease could not last as long as was asked, whatever it has now
   */
  record RenewalDoesNotExtend(
      String leaseId, long currentRemainingNanos, long askedNanos, boolean capped)
      implements Refusal {
    @Override
    public Refusal later(long laterNanos) {
      return new RenewalDoesNotExtend(
          leaseId, Math.max(0, currentRemainingNanos - laterNanos), askedNanos, capped);
    }

    @Override
    public RefusalCode code() {
      return RefusalCode.RENEWAL_DOES_NOT_EXTEND;
    }

    @Override
    public String detail() {
      return "lease "
          + leaseId
          + " has "
          + Durations.brief(rounded(currentRemainingNanos))
          + " left and a renewal for "
          + Durations.brief(askedNanos)
          + (capped
              ? " cannot extend it: its end is announced, or a parent or a token ends before"
              : " would not extend it");
    }

    /** Rounds to what a person reads; down, so that no more is promised than there is. */
    private static long rounded(long nanos) {
      long unit = nanos < Limits.SECOND ? Limits.MILLISECOND : Limits.SECOND / 10;
      return nanos - nanos % unit;
    }
  }

  record MaxRenewalsExceeded(String leaseId, int maxRenewals) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.MAX_RENEWALS_EXCEEDED;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " has been renewed " + maxRenewals + " times, all it may be";
    }
  }

  record NotRenewable(String leaseId, String policy) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_RENEWABLE;
    }

    @Override
    public String detail() {
      return "leases under the policy " + policy + " cannot be renewed";
    }
  }

  /** The policy allows no extensions. */
  record NotExtensible(String leaseId, Policy policy) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_RENEWABLE;
    }

    @Override
    public String detail() {
      return "leases under the policy " + policy.name() + " cannot be extended; " + instead();
    }

    private String instead() {
      if (policy.isBudget()) {
        return "refresh it";
      }
      if (policy.renewable()) {
        return "renew it";
      }
      return "finish your work and " + (policy.isCheckedIn() ? "check in early" : "release it");
    }
  }

  record QuotaExceeded(String detail) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.QUOTA_EXCEEDED;
    }
  }

  /**
   * @param what was done too often
   * @param retryNanos how long to wait before asking again
   */
  record AskedTooOften(String what, long retryNanos) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.QUOTA_EXCEEDED;
    }

    /** Rounds up, so that whoever waits as long as it says is not refused again. */
    @Override
    public String detail() {
      long seconds = Math.ceilDiv(retryNanos, Limits.SECOND);
      return what + "; ask again in " + Durations.seconds(seconds * Limits.SECOND);
    }
  }

  /** The holder has let go; the lease keeps others out a little longer and does nothing else. */
  record BeingReleased(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_ALREADY_TERMINAL;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " was released and only keeps others out a little longer";
    }
  }

  record StillWaiting(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_VIOLATION;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " is still waiting to be granted; until then it allows nothing";
    }
  }

  record StaleEpoch(String leaseId, long given, long current) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.STALE_EPOCH;
    }

    @Override
    public String detail() {
      return "epoch " + given + " is older than " + current + "; refresh your state";
    }
  }

  record FutureEpoch(String leaseId, long given, long current) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.FUTURE_EPOCH;
    }

    @Override
    public String detail() {
      return "epoch " + given + " is newer than " + current + "; look for updates you have missed";
    }
  }

  /** The lease stands, and does not allow this. */
  record NotAllowed(String leaseId, String field, String value) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.LEASE_VIOLATION;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " does not allow the " + field + " " + value;
    }
  }

  record NotTransferable(String leaseId, String detail) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_TRANSFERABLE;
    }
  }

  /**
   * Waiting would never end.
   *
   * @param cycle the parties of the circle, each waiting for the next and the last for the first,
   *     beginning with the caller. A party that waits in a space that the caller does not reach has
   *     no name
   */
  record Deadlock(List<Party> cycle) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.DEADLOCK;
    }

    @Override
    public String detail() {
      StringBuilder text = new StringBuilder().append(cycle.get(0)).append(" would wait for ");
      for (Party party : cycle.subList(1, Math.min(cycle.size(), Limits.MAX_CYCLE_NAMED))) {
        text.append(party).append(party.equals(Party.OTHERS) ? ", who wait" : ", who waits");
        text.append(" for ");
      }
      if (cycle.size() > Limits.MAX_CYCLE_NAMED) {
        text.append("others, who wait for ");
      }
      return text.append(cycle.get(0)).append("; release something first").toString();
    }
  }

  record QueueFull(String detail) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.QUEUE_FULL;
    }
  }

  /**
   * @param known some of those there are, as far as the caller may know them
   */
  record NoSuchPool(String poolId, List<String> known) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no pool " + poolId;
    }
  }

  record NoSuchRequest(String id) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no request "
          + id
          + " for more; if there was one, its lease is over, or it was decided long ago";
    }
  }

  record NoSuchProvider(String name) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no provider " + name;
    }
  }

  record NoSuchSubscription(String id) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "there is no webhook or address " + id;
    }
  }

  /** A gateway acts for a lease whose IP token it was not shown. */
  record TokenNotShown(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.FORBIDDEN;
    }

    @Override
    public String detail() {
      return "ipToken is not the IP token of lease "
          + leaseId
          + ", or not any more: the lease has ended, or a repeated handshake got another";
    }
  }

  record NoSuchReservation(String leaseId, String reservationId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.NOT_FOUND;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " has no open reservation " + reservationId;
    }
  }

  record InsufficientBudget(String of, Amounts asked, Amounts rest) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.INSUFFICIENT_BUDGET;
    }

    @Override
    public String detail() {
      return of + " has " + rest.words() + " left, which is not enough for " + asked.words();
    }
  }

  record BudgetExhausted(String leaseId) implements Refusal {
    @Override
    public RefusalCode code() {
      return RefusalCode.BUDGET_EXHAUSTED;
    }

    @Override
    public String detail() {
      return "lease " + leaseId + " has spent all it was granted, and there is nothing to add";
    }
  }
}
