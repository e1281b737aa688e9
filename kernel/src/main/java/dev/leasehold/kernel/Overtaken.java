package dev.leasehold.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the leases that one command changes more than once as they were in between. Most commands
 * change none so, and pay for no more than a look.
 */
final class Overtaken {

  /** So many events are looked through; more get an index. */
  private static final int FEW = 8;

  private final List<Event> events;
  private Map<String, Long> positions = Map.of();
  private int indexed;
  private Map<Long, Lease> leases = Map.of();

  /**
   * @param events of the command, in order; it grows
   */
  Overtaken(List<Event> events) {
    this.events = events;
  }

  /** To be called before the event is applied. */
  void before(Event.OfLease event, State state) {
    long position = newestAbout(event.leaseId());
    Holding holding = position == 0 ? null : state.leases.find(event.leaseId());
    if (holding != null) {
      leases = leases.isEmpty() ? new HashMap<>() : leases;
      leases.put(position, holding.lease());
    }
  }

  private long newestAbout(String leaseId) {
    if (events.size() > FEW) {
      index();
      return positions.getOrDefault(leaseId, 0L);
    }
    for (int i = events.size() - 1; i >= 0; i--) {
      if (events.get(i) instanceof Event.OfLease e && e.leaseId().equals(leaseId)) {
        return e.position();
      }
    }
    return 0;
  }

  private void index() {
    positions = positions.isEmpty() ? new HashMap<>() : positions;
    for (; indexed < events.size(); indexed++) {
      if (events.get(indexed) instanceof Event.OfLease e) {
        positions.put(e.leaseId(), e.position());
      }
    }
  }

  /** By the position of the event after which they were so. */
  Map<Long, Lease> leases() {
    return leases;
  }
}
