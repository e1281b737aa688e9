package dev.leasehold.kernel.event;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a lease to be, whether it is granted at once or has to wait.
 *
 * @param request the caller differs from the holder when an admin asked, or a parent's holder
 */
public record Claim(
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
    Event.Request request,
    RareTerms rare) {

  /**
   * The terms that few leases have.
   *
   * @param budget the amounts that were asked for, of the pool or out of the parent's rest
   * @param tokenId the credential that the lease falls with; empty for none
   * @param tokenDeadlineTick the end of that; 0 for none
   */
  public record RareTerms(
      long heartbeatNanos,
      @Nullable Authority authority,
      String pool,
      Amounts budget,
      String parentId,
      String tokenId,
      long tokenDeadlineTick) {
    public static final RareTerms NONE = new RareTerms(0, null, "", Amounts.NONE, "", "", 0);
  }
}
