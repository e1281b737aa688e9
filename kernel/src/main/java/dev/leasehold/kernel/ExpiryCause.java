package dev.leasehold.kernel;

/** What made a lease expire: its deadline, its heartbeat's deadline, or its last unit spent. */
public enum ExpiryCause {
  TIME,
  HEARTBEAT,
  EXHAUSTED
}
