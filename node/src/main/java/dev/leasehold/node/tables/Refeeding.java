package dev.leasehold.node.tables;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.sequence.Retention;
import java.util.ArrayList;
import java.util.List;

/** Gives the feed what it has missed, out of a journal that is being replayed. */
final class Refeeding {

  private static final int EVENTS_PER_BLOCK = 1_024;

  /** What a replayed event takes in memory is not known here: a guess that is rather too large. */
  private static final int GUESSED_BYTES = 320;

  private final Kernel kernel;
  private final Feed feed;
  private final long fedPosition;
  private long forgottenTick = Long.MIN_VALUE;
  private List<Event> events = new ArrayList<>();
  private List<Durable.Step> steps = new ArrayList<>();

  Refeeding(Kernel kernel, Feed feed) {
    this.kernel = kernel;
    this.feed = feed;
    this.fedPosition = feed.fedPosition();
  }

  /** When the kernel has applied it. */
  void add(Event event) {
    if (event.position() <= fedPosition) {
      return;
    }
    if (event instanceof Event.Pruned) {
      forgottenTick = event.tick() - Retention.KEPT_NANOS;
    }
    events.add(event);
    steps.add(new Durable.Step(List.of(event), kernel.concerned(event)));
    if (events.size() == EVENTS_PER_BLOCK) {
      finish();
    }
  }

  /** Nothing later than this has left the kernel by what was added. */
  long forgottenTick() {
    return forgottenTick;
  }

  void finish() {
    if (!events.isEmpty()) {
      Event last = events.get(events.size() - 1);
      feed.onDurable(
          new Durable(
              events,
              List.of(),
              last.tick(),
              last.wallNanos(),
              steps,
              events.size() * GUESSED_BYTES));
      events = new ArrayList<>();
      steps = new ArrayList<>();
    }
  }
}
