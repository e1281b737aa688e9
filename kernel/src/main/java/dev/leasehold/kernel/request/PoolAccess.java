package dev.leasehold.kernel.request;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Checks whether a caller may draw on a pool. */
public final class PoolAccess {

  private PoolAccess() {}

  public static @Nullable Refusal refusalToDraw(Caller caller, String poolId) {
    if (caller.mayDrawOn(poolId)) {
      return null;
    }
    return new AccessRefusal.Forbidden(
        caller.isAdmin()
            ? "only an admin of all spaces may draw on pools"
            : "your token does not allow you to draw on the pool " + poolId);
  }

  /** Refuses a caller whose credential has ended on the way here. */
  public static @Nullable Refusal tokenOver(Step step) {
    Caller caller = step.caller();
    boolean revoked =
        !caller.tokenId().isEmpty() && !step.state.tokens.containsKey(caller.tokenId());
    boolean expired = caller.tokenDeadlineTick() != 0 && caller.tokenDeadlineTick() <= step.tick();
    return revoked || expired
        ? new AccessRefusal.Forbidden("your token is over and draws on no pool; get a new one")
        : null;
  }
}
