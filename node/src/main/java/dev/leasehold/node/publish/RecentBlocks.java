package dev.leasehold.node.publish;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.sequence.DurableBlock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The newest blocks, shared by all watchers. It is bounded; a watcher that falls behind reads from
 * the journal.
 */
final class RecentBlocks {

  /** A second or so of heavy traffic, in some 10 MB. */
  static final int MAX_EVENTS = 16_384;

  /** Alerts are rare: this is the day of a troubled fleet. */
  static final int MAX_ALERTS = 1_000;

  private final Deque<DurableBlock> blocks = new ArrayDeque<>();
  private final Deque<Alert> alerts = new ArrayDeque<>();
  private int events;

  /** All events after this position are here. */
  private long completeAfter;

  RecentBlocks(long position, List<Alert> before) {
    this.completeAfter = position;
    before.forEach(this::add);
  }

  synchronized void add(DurableBlock block, List<Alert> raised, boolean isWatched) {
    blocks.add(block);
    events += block.eventCount();
    while (!blocks.isEmpty() && (events > MAX_EVENTS || !isWatched)) {
      DurableBlock oldest = blocks.remove();
      events -= oldest.eventCount();
      completeAfter = oldest.lastPosition();
    }
    raised.forEach(this::add);
  }

  /** Watchers find a block that is not here, and those before it, in the journal. */
  synchronized void leaveOut(long lastPosition) {
    blocks.clear();
    events = 0;
    completeAfter = lastPosition;
  }

  private void add(Alert alert) {
    alerts.add(alert);
    if (alerts.size() > MAX_ALERTS) {
      alerts.remove();
    }
  }

  /** Events after the position, up to a limit; empty if the journal has to be asked. */
  synchronized Optional<List<Publication>> after(long position, int limit) {
    if (position < completeAfter) {
      return Optional.empty();
    }
    Deque<DurableBlock> wanted = new ArrayDeque<>();
    for (Iterator<DurableBlock> newest = blocks.descendingIterator(); newest.hasNext(); ) {
      DurableBlock block = newest.next();
      if (block.lastPosition() <= position) {
        break;
      }
      wanted.addFirst(block);
    }
    List<Publication> found = new ArrayList<>();
    for (DurableBlock block : wanted) {
      copy(block.facts(), position, limit, found);
    }
    return Optional.of(found);
  }

  /** Adds the events after the position, each with the lease that it names, up to the limit. */
  private static void copy(List<Fact> facts, long position, int limit, List<Publication> found) {
    for (int i = 0; i < facts.size() && found.size() < limit; i++) {
      Fact fact = facts.get(i);
      if (fact.event().position() > position && Fact.isFirstOfEvent(facts, i)) {
        Lease lease = fact.after();
        found.add(
            new Publication.OfEvent(fact.event(), lease == null ? null : LeaseIdentity.of(lease))
                .withEndOf(lease));
      }
    }
  }

  /** The alerts after one position and up to another. */
  synchronized List<Publication> alertsWithin(long after, long upTo) {
    return alerts.stream()
        .filter(alert -> alert.position() > after && alert.position() <= upTo)
        .<Publication>map(Publication.OfAlert::new)
        .toList();
  }
}
