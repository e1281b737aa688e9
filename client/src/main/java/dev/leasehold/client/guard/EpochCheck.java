package dev.leasehold.client.guard;

/** How an act's epoch is compared. */
public enum EpochCheck {
  /** The act's epoch must be the lease's current epoch, as the guard was last told. */
  STRICT,
  /** The act's epoch must not be smaller than that of the last act that passed. */
  LENIENT
}
