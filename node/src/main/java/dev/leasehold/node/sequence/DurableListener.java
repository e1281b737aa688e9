package dev.leasehold.node.sequence;

import dev.leasehold.node.persist.Block;

/**
 * A listener that is told what has happened, once it cannot be lost any more. Both calls for a
 * block come after its sync, first the one with its bytes.
 */
public interface DurableListener {

  /** Called with each block as it is in the journal, right before {@link #onDurableFacts}. */
  default void onDurableBlock(Block block) {}

  /** Whether the next block will be taken without waiting for something that may take long. */
  default boolean takesAtOnce() {
    return true;
  }

  /**
   * Called with the facts of one block after the other, before any reply that rests on them leaves.
   * Every reply waits for it, so it must be quick; an exception out of it stops the node.
   */
  void onDurableFacts(DurableBlock block);

  /** Called when replies are about to be given, before the block that they rest on is told. */
  default void onAnswering() {}

  /**
   * Called on the same thread when all replies of a block, or all that had no event to wait for,
   * have been given, or when a listener has failed and they will not be given.
   */
  default void onAnswered() {}
}
