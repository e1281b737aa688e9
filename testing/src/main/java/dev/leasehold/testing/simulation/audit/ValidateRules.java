package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.testing.simulation.books.Entry;

/** Says whether the books allow an act under a lease. */
final class ValidateRules {

  private ValidateRules() {}

  static boolean mayPass(LeaseQuery.Validate asked, Entry entry) {
    return entry.isActive()
        && entry.delayed == null
        && fitsEpoch(asked, entry)
        && isWithin("path", asked.path(), entry)
        && isWithin("tool", asked.tool(), entry)
        && isWithin("namespace", asked.namespace(), entry)
        && isWithin("workId", asked.workId(), entry);
  }

  private static boolean fitsEpoch(LeaseQuery.Validate asked, Entry entry) {
    if (asked.epoch() == LeaseQuery.NO_EPOCH) {
      return true;
    }
    return asked.lenient()
        ? asked.epoch() >= asked.lastProcessedEpoch()
        : asked.epoch() == entry.epoch;
  }

  private static boolean isWithin(String field, String value, Entry entry) {
    return value.isEmpty() || !RefusalRules.isOutside(field, value, entry);
  }
}
