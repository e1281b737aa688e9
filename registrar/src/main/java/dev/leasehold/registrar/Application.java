package dev.leasehold.registrar;

/** The result of applying an event. */
public sealed interface Application {

  /** The event holds from now on; one that is not the registrar's changes nothing. */
  record Applied() implements Application {}

  /** The event breaks a rule and changed nothing. */
  record Rejected(LeaseError error) implements Application {}
}
