package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Makes populations by replay, which asks no questions and so takes a second or two a million. */
final class Grants {

  static final long WALL = 1_750_000_000L * Limits.SECOND;

  /** The time between two commands of a busy server. */
  static final long STEP_NANOS = 1_000;

  private Grants() {}

  /** Tick of the grant at an index. */
  static long tick(int index) {
    return (index + 1) * STEP_NANOS;
  }

  static Event granted(int index, String leaseId, Scope scope, String holder, long ttlNanos) {
    return new LeaseEvent.Granted(
        new Event.At(index + 1, tick(index), WALL + tick(index)),
        new Claim(
            leaseId,
            false,
            Policy.FILE.name(),
            Policy.FILE.version(),
            Fleet.SPACE,
            scope,
            Mode.EXCLUSIVE,
            holder,
            "",
            ttlNanos,
            Policy.UNLIMITED,
            Map.of(),
            new Event.Request(holder, "", 0),
            Claim.RareTerms.NONE),
        0,
        tick(index) + ttlNanos,
        Amounts.NONE);
  }

  static Event[] events(String[] ids, Scope[] scopes, IntToLongFunction ttlNanos) {
    String[] holders = new String[Fleet.HOLDERS];
    for (int i = 0; i < holders.length; i++) {
      holders[i] = Fleet.holder(i);
    }
    Event[] events = new Event[scopes.length];
    for (int i = 0; i < events.length; i++) {
      events[i] =
          granted(i, ids[i], scopes[i], holders[i % holders.length], ttlNanos.applyAsLong(i));
    }
    return events;
  }

  static Kernel kernel(Event[] events) {
    Kernel kernel = new Kernel();
    for (Event event : events) {
      kernel.replay(event);
    }
    return kernel;
  }
}
