package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What callers and the node ask of the kernel. Queries are commands that yield no event. */
public sealed interface Command {

  /**
   * Take a lease, all of the scope or nothing.
   *
   * @param leaseId the id that the lease will have
   * @param callersId whether the caller chose that id
   * @param holder who will hold it; someone other than the caller only for an admin
   * @param ttlNanos 0 for the policy's default
   * @param maxRenewals {@link #UNSET} for the policy's own figure
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
      String requestId)
      implements Command {
    public Acquire {
      labels = sorted(labels);
    }
  }

  int UNSET = Integer.MIN_VALUE;

  /** A copy whose order shows the same everywhere. */
  private static Map<String, String> sorted(Map<String, String> labels) {
    return labels.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /** Move the deadline to {@code ttlNanos} from now; 0 for the lease's own ttl. */
  record Renew(String leaseId, long ttlNanos, String requestId) implements Command {}

  /** The holder lets go. An empty reason means voluntary. */
  record Release(String leaseId, String reason, String requestId) implements Command {}

  /** Check-in: the work under a check-out is done. */
  record Complete(String leaseId, String commit, String requestId) implements Command {}

  /** End a budget lease, also one that has expired and is in grace. */
  record Close(String leaseId, String requestId) implements Command {}

  /** An admin takes the lease away. */
  record Revoke(String leaseId, String reason, String requestId) implements Command {}

  /** Record what has fallen due, at most {@code limit} leases. Sequenced by the node. */
  record Expire(int limit) implements Command {}

  /** Forget leases that ended before the tick, at most {@code limit}. Sequenced by the node. */
  record Prune(long endedBeforeTick, int limit) implements Command {}

  /** Say how a space compares names. Only while it has no lease that keeps others out. */
  record DeclareSpace(String space, boolean caseInsensitive) implements Command {}

  /**
   * Make a credential known. The secret itself never gets here.
   *
   * @param secretHash SHA-256 of the secret, in hexadecimal
   * @param ttlNanos 0 for a token without an end
   */
  record IssueToken(
      String tokenId,
      String actor,
      Role role,
      List<String> spaces,
      String secretHash,
      long ttlNanos)
      implements Command {
    public IssueToken {
      spaces = List.copyOf(spaces);
    }
  }

  record RevokeToken(String tokenId) implements Command {}

  record GetLease(String leaseId) implements Command {}

  /**
   * @param path a plain path that the lease's scope must match; empty for any
   * @param states empty for PENDING and ACTIVE
   * @param afterToken only leases with a larger fencing token: where the last page ended
   */
  record ListLeases(
      String space,
      String path,
      String holder,
      String policy,
      List<LeaseState> states,
      String requestId,
      int pageSize,
      long afterToken)
      implements Command {
    public ListLeases {
      states = List.copyOf(states);
    }
  }

  /** Who keeps a plain path from being leased in this mode? */
  record Check(String space, String path, Mode mode) implements Command {}

  record ListTokens() implements Command {}
}
