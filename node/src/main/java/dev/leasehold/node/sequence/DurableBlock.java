package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.event.Event;
import java.util.List;

/**
 * One block that is on the disk and cannot be lost any more.
 *
 * @param facts of its events, in order, at least one
 * @param tick reached when the block was closed
 */
public record DurableBlock(List<Fact> facts, long tick, long wallNanos) {

  /** The events of the block, in order. */
  public List<Event> events() {
    return Fact.eventsOf(facts);
  }

  /** How many events the block has: their positions follow one another. */
  public int eventCount() {
    return (int) (lastPosition() - facts.get(0).event().position()) + 1;
  }

  public long lastPosition() {
    return facts.get(facts.size() - 1).event().position();
  }
}
