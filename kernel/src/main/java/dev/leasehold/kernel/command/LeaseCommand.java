package dev.leasehold.kernel.command;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.ReleaseReason;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A command that takes, keeps, changes, hands on or ends leases. */
public sealed interface LeaseCommand extends Command {

  /** Stands for a figure that the request leaves to the policy or the configuration. */
  int UNSET = Integer.MIN_VALUE;

  /**
   * Take a lease, all of the scope or nothing.
   *
   * @param leaseId the id that the lease will have
   * @param callersId whether the caller chose that id
   * @param holder the actor that will hold it; someone other than the caller only for an admin
   * @param ttlNanos 0 for the policy's default
   * @param maxRenewals {@link #UNSET} for the policy's own figure
   * @param rare the terms that most requests do not ask for
   */
  record Acquire(
      String leaseId,
      boolean callersId,
      String policy,
      String space,
      Scope scope,
      Mode mode,
      String holder,
      String session,
      long ttlNanos,
      int maxRenewals,
      Map<String, String> labels,
      String requestId,
      RareTerms rare)
      implements LeaseCommand, Retryable {
    public Acquire {
      labels = Labels.sorted(labels);
    }

    /** The labels that the lease will have: its base commit is one of them. */
    public Map<String, String> allLabels() {
      if (rare.baseCommit().isEmpty()) {
        return labels;
      }
      Map<String, String> all = new TreeMap<>(labels);
      all.put(Lease.BASE_COMMIT, rare.baseCommit());
      return Collections.unmodifiableMap(all);
    }
  }

  /**
   * The terms that few acquires ask for.
   *
   * @param waitNanos how long to wait for others; 0 to be refused at once, {@link #UNSET} to wait
   *     as long as the configuration says
   * @param priority larger goes first among those who wait
   * @param heartbeatNanos 0 for the policy's own
   * @param pool the pool that the budget is drawn from; empty without a budget
   * @param budget as much of it as there is will be granted, in every unit
   * @param baseCommit the commit that the work under a check-out begins with; empty if that is not
   *     told
   */
  record RareTerms(
      long waitNanos,
      int priority,
      long heartbeatNanos,
      @Nullable Authority authority,
      String pool,
      Amounts budget,
      String baseCommit) {
    public static final RareTerms NONE = new RareTerms(0, 0, 0, null, "", Amounts.NONE, "");

    public RareTerms withWait(long nanos, int givenPriority) {
      return new RareTerms(
          nanos, givenPriority, heartbeatNanos, authority, pool, budget, baseCommit);
    }

    public RareTerms withHeartbeat(long nanos) {
      return new RareTerms(waitNanos, priority, nanos, authority, pool, budget, baseCommit);
    }

    public RareTerms withAuthority(Authority lists) {
      return new RareTerms(waitNanos, priority, heartbeatNanos, lists, pool, budget, baseCommit);
    }

    public RareTerms withBudget(String fromPool, Amounts requested) {
      return new RareTerms(
          waitNanos, priority, heartbeatNanos, authority, fromPool, requested, baseCommit);
    }
  }

  /** Move the deadline to {@code ttlNanos} from now; 0 for the lease's own ttl. */
  record Renew(String leaseId, long ttlNanos, String requestId)
      implements LeaseCommand, Retryable {}

  /** The holder is alive. Moves nothing but the heartbeat's deadline. */
  record Heartbeat(String leaseId, String requestId) implements LeaseCommand, Retryable {}

  /** Adds one to the epoch if it is the expected one. */
  record Advance(String leaseId, long expectedEpoch, String requestId)
      implements LeaseCommand, Retryable {}

  /** Change the mode; to exclusive, after waiting at most {@code waitNanos} for other readers. */
  record Convert(String leaseId, Mode mode, long waitNanos, String requestId)
      implements LeaseCommand, Retryable {}

  /**
   * Hand the lease on, in one step.
   *
   * @param newLeaseId the id that the lease will have with its new holder
   */
  record Transfer(String leaseId, String newLeaseId, String toHolder, String note, String requestId)
      implements LeaseCommand, Retryable {}

  /**
   * Give a part of the lease to another.
   *
   * @param childId the id that the derived lease will have
   * @param scope null for the parent's
   * @param mode null for the parent's
   * @param authority null for the parent's
   * @param budget out of the parent's rest, all of it or nothing
   * @param ttlNanos 0 for the parent's own
   */
  record Derive(
      String parentId,
      String childId,
      String holder,
      String session,
      @Nullable Scope scope,
      @Nullable Mode mode,
      @Nullable Authority authority,
      Amounts budget,
      long ttlNanos,
      String requestId)
      implements LeaseCommand, Retryable {}

  /** Ask the holder of a lease for it. It is told; nothing else changes. */
  record Ask(String leaseId, String note, String requestId) implements LeaseCommand, Retryable {}

  /**
   * The holder lets go, or gives up waiting. An empty reason means voluntary.
   *
   * @param afterNanos how much longer it keeps others out
   */
  record Release(String leaseId, String reason, long afterNanos, String requestId)
      implements LeaseCommand, Retryable {

    /** Empty if there is no such reason. */
    public Optional<ReleaseReason> knownReason() {
      return reason.isEmpty() ? Optional.of(ReleaseReason.VOLUNTARY) : ReleaseReason.parse(reason);
    }
  }

  /** Check-in: the work under a check-out is done. */
  record Complete(String leaseId, String commit, String requestId)
      implements LeaseCommand, Retryable {}

  /** End a budget lease, also one that has expired and is in grace. */
  record Close(String leaseId, String requestId) implements LeaseCommand, Retryable {}

  /**
   * An admin takes the lease away.
   *
   * @param noticeNanos how long the holder has to finish; 0 for none
   * @param keepToken whether the token stays valid that a budget lease was drawn with
   */
  record Revoke(
      String leaseId, String reason, long noticeNanos, boolean keepToken, String requestId)
      implements LeaseCommand, Retryable {

    /** A revocation that takes the token away as well. */
    public Revoke(String leaseId, String reason, long noticeNanos, String requestId) {
      this(leaseId, reason, noticeNanos, false, requestId);
    }
  }

  /**
   * An admin takes away all that a holder has and waits for, at most {@code limit} leases.
   *
   * @param keepToken as in {@link Revoke}
   */
  record ReleaseAll(String holder, String reason, int limit, boolean keepToken)
      implements LeaseCommand {}
}
