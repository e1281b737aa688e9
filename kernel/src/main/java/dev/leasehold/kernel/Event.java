package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;

/**
 * What has happened. Events alone change state, on the way to a reply and at recovery alike.
 *
 * <p>Positions rise by one with every event of a journal.
 */
public sealed interface Event {

  long position();

  long tick();

  long wallNanos();

  /**
   * A lease was granted; its position is its fencing token.
   *
   * @param caller who asked; differs from the holder when an admin did
   * @param fingerprint of the request's content, to tell a retry from another request
   */
  record Granted(
      long position,
      long tick,
      long wallNanos,
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
      long epoch,
      Map<String, String> labels,
      String caller,
      String requestId,
      long fingerprint)
      implements Event {}

  record Renewed(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      long deadlineTick,
      long ttlNanos,
      int renewalCount,
      String caller,
      String requestId,
      long fingerprint)
      implements Event {}

  /**
   * Time ended a lease.
   *
   * @param endedTick the deadline that was reached
   * @param renewalCount what the expiry saw: a renewal sequenced first defeats it
   */
  record Expired(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      ExpiryCause cause,
      long endedTick,
      int renewalCount,
      long graceEndTick)
      implements Event {}

  /** Somebody ended a lease, or the grace of an expired one is over ({@code CLOSED}). */
  record Ended(
      long position,
      long tick,
      long wallNanos,
      String leaseId,
      LeaseState state,
      String reason,
      String endedBy,
      String requestId,
      long fingerprint)
      implements Event {}

  /** The leases that ended first, this many, are forgotten. */
  record Pruned(long position, long tick, long wallNanos, int count) implements Event {}

  record SpaceDeclared(
      long position, long tick, long wallNanos, String space, boolean caseInsensitive)
      implements Event {}

  /**
   * @param deadlineTick 0 for a token without an end
   */
  record TokenIssued(
      long position,
      long tick,
      long wallNanos,
      String tokenId,
      String actor,
      Role role,
      List<String> spaces,
      String secretHash,
      long deadlineTick)
      implements Event {}

  record TokenRevoked(long position, long tick, long wallNanos, String tokenId) implements Event {}
}
