package dev.leasehold.kernel.command;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question about leases, or about a lease to be. */
public sealed interface LeaseQuery extends Command.Query {

  /** Stands for an epoch that is not given. */
  long NO_EPOCH = -1;

  record GetLease(String leaseId) implements LeaseQuery {}

  /**
   * @param path a plain path that the lease's scope must match; empty for any
   * @param scope the exact scope that the lease must have; null for any
   * @param states empty for PENDING and ACTIVE
   * @param afterPosition only leases made later: where the last page ended
   */
  record ListLeases(
      String space,
      String path,
      @Nullable Scope scope,
      String holder,
      String policy,
      List<LeaseState> states,
      String requestId,
      int pageSize,
      long afterPosition)
      implements LeaseQuery {
    public ListLeases {
      states = List.copyOf(states);
    }

    /** The one holder whose leases the caller can find in this list; empty if those of several. */
    public String holderFor(Caller caller, AgentsSee setting) {
      boolean ownOnly = setting == AgentsSee.OWN || !requestId.isEmpty();
      return caller.role() == Role.AGENT && ownOnly ? caller.actor() : holder;
    }

    /** Whether a lease is what was asked for, state and path left out. */
    public boolean isWanted(Caller caller, Lease lease) {
      return (space.isEmpty() || lease.space().equals(space))
          && (holder.isEmpty() || lease.isHeldBy(holder))
          && (policy.isEmpty() || lease.policy().name().equals(policy))
          && (requestId.isEmpty() || isRequestOf(caller, lease));
    }

    /** Request ids of others are not shown, so they find nothing either. */
    private boolean isRequestOf(Caller caller, Lease lease) {
      return lease.requestId().equals(requestId) && caller.seesWholeLeasesOf(lease.holder());
    }
  }

  /**
   * Name the leases and waits that would keep an acquire with these terms from being granted now.
   *
   * @param ttlNanos 0 for the policy's default
   * @param waitNanos how long the acquire would wait; the check itself does not
   */
  record Check(String space, Scope scope, Mode mode, String policy, long ttlNanos, long waitNanos)
      implements LeaseQuery {

    /** A check for an acquire under the usual terms. */
    public Check(String space, Scope scope, Mode mode) {
      this(space, scope, mode, Policy.FILE.name(), 0, 0);
    }
  }

  /**
   * Check whether an act under the lease is allowed.
   *
   * @param epoch the epoch that the act carries; {@link #NO_EPOCH} to leave epochs out
   * @param lenient whether any epoch passes that is not smaller than the last processed
   * @param lastProcessedEpoch {@link #NO_EPOCH} if none was
   * @param path a plain path that the scope must hold; these four are empty where not asked
   */
  record Validate(
      String leaseId,
      long epoch,
      boolean lenient,
      long lastProcessedEpoch,
      String path,
      String tool,
      String namespace,
      String workId)
      implements LeaseQuery {}
}
