package dev.leasehold.kernel;

/** How a reservation ended. */
public enum SettledHow {
  SETTLED,
  CANCELLED,
  TIMED_OUT,
  /** A backup was restored: nobody knows whether the call took place. */
  RESTORED
}
