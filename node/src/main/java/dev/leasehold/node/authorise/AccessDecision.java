package dev.leasehold.node.authorise;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Role;

/** The outcome of authentication: the caller, or a refusal. */
public sealed interface AccessDecision {

  record Admitted(Caller caller) implements AccessDecision {}

  sealed interface Refused extends AccessDecision {}

  /** No token, or none that is valid. Why is not said: it would help only a guesser. */
  record Unauthenticated() implements Refused {}

  record Forbidden(Role role) implements Refused {}
}
