package dev.leasehold.kernel.policy;

import static dev.leasehold.kernel.policy.Limits.HOUR;
import static dev.leasehold.kernel.policy.Limits.MAX_TTL_NANOS;
import static dev.leasehold.kernel.policy.Limits.MINUTE;
import static dev.leasehold.kernel.policy.Limits.SECOND;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The named terms of a lease. A lease keeps the policy it was granted under.
 *
 * @param maxRenewals -1 for unlimited; of no meaning unless {@code renewable}
 * @param heartbeatNanos the heartbeat of a lease that asks for none; 0 for no heartbeat
 * @param wholeResource the lease stands for one thing, so a conflict with it says that the thing is
 *     leased, not that scopes overlap
 * @param base the policy it was made from; empty if it is built in
 * @param extensions whether holders may ask admins for more time than the lease has
 */
public record Policy(
    String name,
    int version,
    long defaultTtlNanos,
    long maxTtlNanos,
    boolean renewable,
    int maxRenewals,
    long graceNanos,
    IdScheme idScheme,
    boolean signed,
    boolean durableEpochs,
    long reminderLeadNanos,
    Set<Mode> modes,
    boolean wholeResource,
    LeaseState endedByHolder,
    LeaseState endedByAdmin,
    long heartbeatNanos,
    String base,
    boolean extensions) {

  public static final int UNLIMITED = -1;

  private static final Set<Mode> EXCLUSIVE_ONLY = Set.of(Mode.EXCLUSIVE);
  private static final Set<Mode> BOTH = Collections.unmodifiableSet(EnumSet.allOf(Mode.class));

  /** Exclusive claims on work items. */
  public static final Policy WORK =
      new Policy(
          "work",
          1,
          15 * MINUTE,
          MAX_TTL_NANOS,
          true,
          UNLIMITED,
          0,
          IdScheme.CALLER_OR_UUID,
          true,
          false,
          0,
          EXCLUSIVE_ONLY,
          true,
          LeaseState.RELEASED,
          LeaseState.REVOKED,
          0,
          "",
          false);

  /** One agent's right to spend. It is refreshed, not renewed. */
  public static final Policy BUDGET =
      new Policy(
          "budget",
          1,
          HOUR,
          MAX_TTL_NANOS,
          false,
          0,
          60 * SECOND,
          IdScheme.UUID,
          false,
          false,
          0,
          EXCLUSIVE_ONLY,
          true,
          LeaseState.CLOSED,
          LeaseState.REVOKED,
          0,
          "",
          false);

  /** One writer for one workflow; its epochs outlive the lease. */
  public static final Policy WORKFLOW =
      new Policy(
          "workflow",
          1,
          300 * SECOND,
          MAX_TTL_NANOS,
          true,
          UNLIMITED,
          0,
          IdScheme.UUID,
          false,
          true,
          0,
          EXCLUSIVE_ONLY,
          true,
          LeaseState.RELEASED,
          LeaseState.REVOKED,
          0,
          "",
          false);

  /** Files and directories, shared or exclusive. */
  public static final Policy FILE =
      new Policy(
          "file",
          1,
          3_600 * SECOND,
          MAX_TTL_NANOS,
          true,
          UNLIMITED,
          0,
          IdScheme.UUID,
          false,
          false,
          0,
          BOTH,
          false,
          LeaseState.RELEASED,
          LeaseState.REVOKED,
          0,
          "",
          false);

  /** A project, whole or in parts, checked out and in. */
  public static final Policy CHECKOUT =
      new Policy(
          "checkout",
          1,
          72 * HOUR,
          MAX_TTL_NANOS,
          false,
          0,
          0,
          IdScheme.ULID,
          false,
          false,
          2 * HOUR,
          EXCLUSIVE_ONLY,
          false,
          LeaseState.RELEASED,
          LeaseState.EVICTED,
          0,
          "",
          false);

  /** A file that somebody has locked with git-lfs, which knows no end; this one has. */
  public static final Policy LFS =
      new Policy(
          "lfs",
          1,
          30 * 24 * HOUR,
          MAX_TTL_NANOS,
          true,
          UNLIMITED,
          0,
          IdScheme.UUID,
          false,
          false,
          24 * HOUR,
          EXCLUSIVE_ONLY,
          false,
          LeaseState.RELEASED,
          LeaseState.REVOKED,
          0,
          "",
          false);

  /** The policies that are always there and never change. */
  public static final List<Policy> BUILT_IN = List.of(WORK, BUDGET, WORKFLOW, FILE, CHECKOUT, LFS);

  /** A copy with other figures for requests that name no ttl or number of renewals. */
  public Policy withTerms(long ttlNanos, int renewals) {
    return with(ttlNanos, renewals, extensions);
  }

  /** A copy under which holders may ask for more time. */
  public Policy withExtensions() {
    return with(defaultTtlNanos, maxRenewals, true);
  }

  private Policy with(long ttlNanos, int renewals, boolean mayExtend) {
    return new Policy(
        name,
        version,
        ttlNanos,
        maxTtlNanos,
        renewable,
        renewals,
        graceNanos,
        idScheme,
        signed,
        durableEpochs,
        reminderLeadNanos,
        modes,
        wholeResource,
        endedByHolder,
        endedByAdmin,
        heartbeatNanos,
        base,
        mayExtend);
  }

  /** Budgets are closed, refreshed instead of renewed, and an agent has one at a time. */
  public boolean isBudget() {
    return endedByHolder == LeaseState.CLOSED;
  }

  /** Check-in completes a lease; only leases that an admin evicts are checked in. */
  public boolean isCheckedIn() {
    return endedByAdmin == LeaseState.EVICTED;
  }
}
