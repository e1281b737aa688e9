package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.Caller;
import org.jspecify.annotations.Nullable;

/** The outcome of authentication: the caller, or a refusal. */
public sealed interface AccessDecision {

  record Admitted(Caller caller) implements AccessDecision {}

  sealed interface Refused extends AccessDecision {}

  /**
   * No token, or none that is valid. Only the bearer of a token that was valid once is told the
   * reason; others could use it to guess.
   *
   * @param dead null unless it is known how the token came to its end
   */
  record Unauthenticated(@Nullable DeadToken dead) implements Refused {}

  /** The caller is known, and its token does not allow this. */
  record Forbidden(Caller caller) implements Refused {}
}
