package dev.leasehold.bench.compare.report;

import java.util.Locale;

/** The kinds of work that are measured. */
public enum Work {
  /** Acquire and release of resources that nobody else wants. */
  CYCLE,
  /** Many contenders, one resource: the time from a release to the next grant. */
  CONTENTION,
  /** The first half minute of a server, with a client that is warm. */
  COLD,
  /** Cycles while many leases are held. */
  CROWD,
  /** Renewals of many leases that are held. */
  RENEWAL,
  /** Cycles without a pause. */
  SUSTAINED;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
