package dev.leasehold.kernel.view;

/** The cause of an expiry: the deadline, the heartbeat's deadline, or the last unit spent. */
public enum ExpiryCause {
  TIME,
  HEARTBEAT,
  EXHAUSTED
}
