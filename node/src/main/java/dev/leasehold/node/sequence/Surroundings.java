package dev.leasehold.node.sequence;

import dev.leasehold.node.persist.Room;
import dev.leasehold.node.prove.Registrar;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What a sequencer works with beside the kernel and the journal.
 *
 * @param keptPosition how far ended leases are kept elsewhere: the kernel forgets none that is not
 * @param listeners told of all that becomes durable, from the first block on
 */
public record Surroundings(
    Room room,
    LongSupplier keptPosition,
    Registrar registrar,
    List<DurableListener> listeners,
    WorkMeter meter) {

  /** Nobody listens, nothing is measured, nothing is kept elsewhere for long. */
  public static Surroundings with(Room room, Registrar registrar) {
    return new Surroundings(room, () -> Long.MAX_VALUE, registrar, List.of(), WorkMeter.NONE);
  }
}
