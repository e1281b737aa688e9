package dev.leasehold.kernel.state;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayDeque;
import java.util.List;

/** Tokens that were revoked with a reason not long ago, the oldest first. */
public final class RevokedTokens {

  private final ArrayDeque<RevokedToken> inOrder = new ArrayDeque<>();

  /** Adds one, and forgets those that are over and those beyond the limit. */
  public void add(RevokedToken revoked) {
    inOrder.addLast(revoked);
    while (inOrder.size() > Limits.MAX_REVOKED_TOKENS
        || inOrder.getFirst().isOverAt(revoked.tick())) {
      inOrder.removeFirst();
    }
  }

  /** Puts back what a snapshot has. */
  public void restore(RevokedToken revoked) {
    inOrder.addLast(revoked);
  }

  public List<RevokedToken> all() {
    return List.copyOf(inOrder);
  }
}
