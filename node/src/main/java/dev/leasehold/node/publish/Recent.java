package dev.leasehold.node.publish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The newest blocks, for all watchers together, so that those who keep up need no journal. Bounded;
 * whoever falls behind reads from the journal.
 */
final class Recent {

  /** A second or so of heavy traffic, in some 10 MB. */
  static final int MAX_EVENTS = 16_384;

  /** Alerts are rare: this is the day of a troubled fleet. */
  static final int MAX_ALERTS = 1_000;

  private final Deque<LiveBlock> blocks = new ArrayDeque<>();
  private final Deque<Alert> alerts = new ArrayDeque<>();
  private int events;

  /** Everything after this position is here. */
  private long completeAfter;

  Recent(long position, List<Alert> before) {
    this.completeAfter = position;
    before.forEach(this::add);
  }

  synchronized void add(LiveBlock block, List<Alert> raised, boolean isWatched) {
    blocks.add(block);
    events += block.size();
    while (!blocks.isEmpty() && (events > MAX_EVENTS || !isWatched)) {
      LiveBlock oldest = blocks.remove();
      events -= oldest.size();
      completeAfter = oldest.lastPosition();
    }
    raised.forEach(this::add);
  }

  private void add(Alert alert) {
    alerts.add(alert);
    if (alerts.size() > MAX_ALERTS) {
      alerts.remove();
    }
  }

  /** What comes after the position, up to a limit; empty if the journal has to be asked. */
  synchronized Optional<List<Publication>> after(long position, int limit) {
    if (position < completeAfter) {
      return Optional.empty();
    }
    Deque<LiveBlock> wanted = new ArrayDeque<>();
    for (Iterator<LiveBlock> newest = blocks.descendingIterator(); newest.hasNext(); ) {
      LiveBlock block = newest.next();
      if (block.lastPosition() <= position) {
        break;
      }
      wanted.addFirst(block);
    }
    List<Publication> found = new ArrayList<>();
    for (LiveBlock block : wanted) {
      block.copyAfter(position, limit, found);
    }
    return Optional.of(found);
  }

  /** The alerts after one position and up to another. */
  synchronized List<Alert> alertsWithin(long after, long upTo) {
    return alerts.stream()
        .filter(alert -> alert.position() > after && alert.position() <= upTo)
        .toList();
  }
}
