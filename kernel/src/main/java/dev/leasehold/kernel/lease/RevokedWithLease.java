package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import java.util.List;

/**
 * The credential that a budget lease was drawn with, which a revocation of the lease takes along.
 */
final class RevokedWithLease {

  private RevokedWithLease() {}

  /**
   * Whether a revocation of the lease by the caller may take its credential along. Only admins of
   * all spaces have a say in tokens for pools.
   */
  static boolean hasToken(Caller admin, LeaseRecord record) {
    return admin.isAdminOfAll() && record.policy.isBudget() && !record.rare().tokenId.isEmpty();
  }

  /**
   * Revokes the credential of a lease that was revoked, and all else that was drawn with it. A
   * lease that ended otherwise, in grace or while it waited, leaves the credential alone. Other
   * leases and waits that have come to their own end before, which was not recorded yet, end there.
   */
  static void end(Step step, LeaseRecord record, String reason, String by) {
    String tokenId = record.rare().tokenId;
    if (record.state() != LeaseState.REVOKED || !step.state.tokens.containsKey(tokenId)) {
      return;
    }
    step.record(
        new AdminEvent.TokenRevoked(
            step.at(), tokenId, "lease " + record.id + " was revoked: " + reason));
    for (LeaseRecord other : List.copyOf(step.state.boundTo(tokenId))) {
      Expiring.endIfDue(step, other, step.tick());
      if (step.state.boundTo(tokenId).contains(other)) {
        Endings.takeAway(step, other, EndReasons.TOKEN_REVOKED, by);
      }
    }
  }
}
