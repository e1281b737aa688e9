package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Event;
import java.util.List;

/** Is told what has happened, once it cannot be lost any more. */
public interface DurableListener {

  /**
   * Called with the events of one block, in order, before any reply that rests on them leaves.
   * Every reply waits for it, so it must be quick; an exception out of it stops the node.
   */
  void onDurable(List<Event> events);
}
