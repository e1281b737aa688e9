package dev.leasehold.node.authorise;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Role;

/** Whether a request may go on, and as whom. */
public sealed interface Admission {

  record Admitted(Caller caller) implements Admission {}

  /** No token, or none that is valid. Why is not said: it would help only a guesser. */
  record Unauthenticated() implements Admission {}

  record Forbidden(Role role) implements Admission {}
}
