package dev.leasehold.kernel;

import java.util.List;

/** Events as earlier servers wrote them. */
final class OldJournal {

  private OldJournal() {}

  /** The same events of a server that kept no epochs and did not tell when an expiry was. */
  static List<Event> of(List<Event> journal) {
    return journal.stream().map(OldJournal::old).toList();
  }

  private static Event old(Event event) {
    return switch (event) {
      case Event.Pruned e ->
          new Event.Pruned(
              e.position(), e.tick(), e.wallNanos(), e.leases(), e.accounts(), e.notices(), false);
      case Event.Expired e ->
          new Event.Expired(
              e.position(),
              e.tick(),
              e.wallNanos(),
              e.leaseId(),
              e.cause(),
              e.endedTick(),
              e.renewalCount(),
              e.graceEndTick(),
              Event.Expired.UNDATED);
      default -> event;
    };
  }
}
