package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import java.util.List;
import java.util.Map;

/**
 * What cannot be lost any more: one block.
 *
 * @param events in order, at least one
 * @param leases those that the events changed, as they were after each command; of a lease that is
 *     there more than once, the last counts
 * @param tick reached when the block was closed
 * @param steps the same events and leases, command by command
 * @param encodedBytes how many bytes the events take in the journal
 */
public record Durable(
    List<Event> events,
    List<Lease> leases,
    long tick,
    long wallNanos,
    List<Step> steps,
    int encodedBytes) {

  /**
   * The events of one command, and the leases they changed, as they were after it.
   *
   * @param between leases that it changed more than once, see {@link Outcome#between}
   */
  public record Step(List<Event> events, List<Lease> leases, Map<Long, Lease> between) {

    public Step(List<Event> events, List<Lease> leases) {
      this(events, leases, Map.of());
    }
  }

  /** A block of one command. */
  public Durable(List<Event> events, List<Lease> leases, long tick, long wallNanos) {
    this(events, leases, tick, wallNanos, List.of(new Step(events, leases)), 0);
  }

  public long lastPosition() {
    return events.get(events.size() - 1).position();
  }
}
