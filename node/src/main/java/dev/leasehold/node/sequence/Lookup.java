package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Command;
import java.util.concurrent.CompletableFuture;

/**
 * The look-up of a command in the tables before it is decided: whether it repeats something that
 * the kernel has forgotten. It holds for as long as the kernel has forgotten nothing later.
 */
public interface Lookup {

  /** All that had happened up to this position was looked at. */
  long position();

  /**
   * Looks at all that has happened since; {@link #position} tells up to where when this is done.
   *
   * @return the command to decide: this one, or one that changes nothing if this one was carried
   *     out before
   */
  CompletableFuture<Command> again();
}
