package dev.leasehold.node.alerts;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.metrics.LeaseCounts;
import dev.leasehold.node.publish.RecentlyUsedMap;
import java.util.Map;

/**
 * Finds holders that have far more leases at a time than the others. The limit depends on the
 * fleet: where everybody has hundreds, hundreds are no news.
 *
 * <p>A holder is reported once, and again only after it had come down to half of the limit: going
 * up and down around it is one case. An event costs the same however many leases and holders there
 * are.
 */
final class Hoarding {

  /** Fewer are no trouble to anybody: a worker that takes its files one by one has dozens. */
  static final int MIN_LEASES = 100;

  /** With fewer holders there is nothing to compare with: one of two has always more. */
  static final int MIN_HOLDERS = 3;

  /** Busy and idle workers of one fleet differ by a few times, seldom by more than ten. */
  static final int TIMES_THE_OTHERS = 20;

  /** A tenth of the quota that holders have by default: whoever has so many is on the way to it. */
  static final int MANY_LEASES = 10_000;

  /** A case is over when the holder has come down to this part of the limit. */
  private static final int OVER_AT_PART = 2;

  /** A bound on memory; the least recently used is forgotten first. */
  private static final int MAX_HOLDERS = 8_192;

  private final LeaseCounts counts;
  private final Map<String, Boolean> told = new RecentlyUsedMap<>(MAX_HOLDERS);

  /**
   * @param counts which have followed an event's block before the event comes here
   */
  Hoarding(LeaseCounts counts) {
    this.counts = counts;
  }

  /** The holder that hoards since this event; empty if none does that was not told of. */
  String begunBy(Event event, Lease lease) {
    return switch (event) {
      case LeaseEvent.Granted e -> grown(lease.holder());
      case LeaseEvent.GrantedFromQueue e -> grown(lease.holder());
      case LeaseEvent.Transferred e -> {
        shrunk(lease.holder());
        yield grown(e.toHolder());
      }
      case LeaseEvent.Expired e -> shrunk(lease.holder());
      case LeaseEvent.Ended e -> shrunk(lease.holder());
      default -> "";
    };
  }

  private String grown(String holder) {
    if (counts.activeOf(holder) > limitFor(holder)) {
      return told.put(holder, true) == null ? holder : "";
    }
    return shrunk(holder);
  }

  private String shrunk(String holder) {
    if (told.containsKey(holder) && counts.activeOf(holder) <= limitFor(holder) / OVER_AT_PART) {
      told.remove(holder);
    }
    return "";
  }

  /** The number of leases beyond which the holder is reported. */
  long limitFor(String holder) {
    int others = counts.holders() - 1;
    if (others + 1 < MIN_HOLDERS) {
      return MANY_LEASES;
    }
    long ofOthers = (long) counts.active() - counts.activeOf(holder);
    return Math.min(MANY_LEASES, Math.max(MIN_LEASES, TIMES_THE_OTHERS * ofOthers / others));
  }
}
