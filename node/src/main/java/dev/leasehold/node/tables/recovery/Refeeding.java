package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.sequence.Retention;
import dev.leasehold.node.tables.feed.Feed;
import java.util.ArrayList;
import java.util.List;

/** Gives the feed the blocks that it has missed while the journal is replayed. */
public final class Refeeding {

  private static final int EVENTS_PER_BLOCK = 1_024;

  /** A high guess of the bytes of an event, whose block is not known here. */
  private static final int GUESSED_BYTES = 320;

  private final Kernel kernel;
  private final Feed feed;
  private final long fedPosition;
  private long forgottenTick = Long.MIN_VALUE;
  private List<Fact> facts = new ArrayList<>();
  private int events;

  public Refeeding(Kernel kernel, Feed feed) {
    this.kernel = kernel;
    this.feed = feed;
    this.fedPosition = feed.fedPosition();
  }

  /** Lets the kernel apply the next event. */
  public void apply(Event event) {
    if (event.position() <= fedPosition) {
      kernel.replay(event);
      return;
    }
    if (event instanceof Event.Pruned) {
      forgottenTick = event.tick() - Retention.KEPT_NANOS;
    }
    facts.addAll(kernel.replayToFacts(event));
    if (++events == EVENTS_PER_BLOCK) {
      finish();
    }
  }

  /** The tick up to which the events have made the kernel forget ended leases. */
  public long forgottenTick() {
    return forgottenTick;
  }

  public void finish() {
    if (!facts.isEmpty()) {
      Event last = facts.get(facts.size() - 1).event();
      feed.onDurable(new Durable(facts, last.tick(), last.wallNanos(), events * GUESSED_BYTES));
      facts = new ArrayList<>();
      events = 0;
    }
  }
}
