package dev.leasehold.kernel.refusal;

import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import java.time.Instant;

/** The lease is there, but its state or its terms do not allow the command. */
public sealed interface LeaseRefusal extends Refusal {

  /**
   * @param tick when that was so
   * @param maySeeEnding whether the caller may see how it ended
   */
  record AlreadyTerminal(Lease lease, long tick, boolean maySeeEnding) implements LeaseRefusal {

    @Override
    public Refusal later(long laterNanos) {
      long laterTick = tick < Long.MAX_VALUE - laterNanos ? tick + laterNanos : Long.MAX_VALUE;
      return new AlreadyTerminal(lease, laterTick, maySeeEnding);
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
      return maySeeEnding && ending != null && lease.isInGrace()
          ? Math.max(0, ending.graceEndTick() - tick)
          : 0;
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
              + (maySeeEnding && !lease.rare().lateCommit().isEmpty()
                  ? "; commit " + lease.rare().lateCommit() + " came later and is recorded on it"
                  : "; acquire a new one");
    }

    private String how() {
      Ending ending = maySeeEnding ? lease.ending() : null;
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

  /** The holder has let go; the lease keeps others out a little longer and does nothing else. */
  record BeingReleased(String leaseId) implements LeaseRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " was released and only keeps others out a little longer";
    }
  }

  record StillWaiting(String leaseId) implements LeaseRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " is still waiting to be granted; until then it allows nothing";
    }
  }

  /**
   * @param capped whether the lease could not last as long as was asked, whatever it has now
   */
  record RenewalDoesNotExtend(
      String leaseId, long currentRemainingNanos, long askedNanos, boolean capped)
      implements LeaseRefusal {
    @Override
    public Refusal later(long laterNanos) {
      return new RenewalDoesNotExtend(
          leaseId, Math.max(0, currentRemainingNanos - laterNanos), askedNanos, capped);
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

  record MaxRenewalsExceeded(String leaseId, int maxRenewals) implements LeaseRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " has been renewed " + maxRenewals + " times, all it may be";
    }
  }

  record NotRenewable(String leaseId, String policy) implements LeaseRefusal {
    @Override
    public String detail() {
      return "leases under the policy " + policy + " cannot be renewed";
    }
  }

  /** The policy allows no extensions. */
  record NotExtensible(String leaseId, Policy policy) implements LeaseRefusal {
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

  record NotTransferable(String leaseId, String detail) implements LeaseRefusal {}

  record StaleEpoch(String leaseId, long given, long current) implements LeaseRefusal {
    @Override
    public String detail() {
      return "epoch " + given + " is older than " + current + "; refresh your state";
    }
  }

  record FutureEpoch(String leaseId, long given, long current) implements LeaseRefusal {
    @Override
    public String detail() {
      return "epoch " + given + " is newer than " + current + "; look for updates you have missed";
    }
  }

  /** The lease stands, and does not allow this. */
  record NotAllowed(String leaseId, String field, String value) implements LeaseRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " does not allow the " + field + " " + value;
    }
  }
}
