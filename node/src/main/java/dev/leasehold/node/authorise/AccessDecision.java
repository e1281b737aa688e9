package dev.leasehold.node.authorise;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.RevokedToken;
import dev.leasehold.kernel.Role;
import org.jspecify.annotations.Nullable;

/** The outcome of authentication: the caller, or a refusal. */
public sealed interface AccessDecision {

  record Admitted(Caller caller) implements AccessDecision {}

  sealed interface Refused extends AccessDecision {}

  /**
   * No token, or none that is valid. Why is not said, which would help only a guesser, but to the
   * bearer of a token that was revoked.
   *
   * @param revoked null unless the token was revoked with a reason
   */
  record Unauthenticated(@Nullable RevokedToken revoked) implements Refused {}

  record Forbidden(Role role) implements Refused {}
}
