package dev.leasehold.kernel.registrar;

/** What became of applying an event. */
public sealed interface Application {

  /** It holds from now on; an event that is none of the registrar's changes nothing. */
  record Applied() implements Application {}

  /** It breaks a rule and changed nothing. */
  record Rejected(LeaseError error) implements Application {}
}
