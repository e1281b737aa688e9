package dev.leasehold.node.sequence;

import dev.leasehold.kernel.codec.StateCopy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Lets the state of the kernel be copied in pieces, between the commands that it decides. */
public interface StateSource {

  /** Begins a copy. A block of the journal ends at its position. */
  CompletableFuture<StateCopy> beginCopy();

  /**
   * Copies a little more.
   *
   * @return the bytes that follow those before; empty if the copy came to nothing
   */
  CompletableFuture<Optional<byte[]>> copyMore(StateCopy copy);

  /** Says whether the copy is to come before commands, of which few are decided meanwhile. */
  void press(boolean now);

  /** Ends a copy that is not whole, so that nothing is kept for it any more. */
  void giveUp(StateCopy copy);
}
