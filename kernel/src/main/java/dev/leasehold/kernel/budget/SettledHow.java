package dev.leasehold.kernel.budget;

/** The ways in which a reservation ends. */
public enum SettledHow {
  SETTLED,
  CANCELLED,
  TIMED_OUT,
  /** A backup was restored: nobody knows whether the call took place. */
  RESTORED
}
