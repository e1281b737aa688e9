package dev.leasehold.node.sequence;

/** A listener that is told what has happened, once it cannot be lost any more. */
public interface DurableListener {

  /**
   * Called with one block after the other, before any reply that rests on its events leaves. Every
   * reply waits for it, so it must be quick; an exception out of it stops the node.
   */
  void onDurable(Durable block);

  /**
   * Called on the same thread when all replies of a block, or all that had no event to wait for,
   * have been given.
   */
  default void onAnswered() {}
}
