package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import java.util.concurrent.CompletableFuture;

/** Decides by what the kernel remembers, and knows how much that is. */
public interface ForgettingSequencer extends Sequencer {

  /**
   * The same for a command that was looked up among what the kernel has forgotten. If it has
   * forgotten more by the time the command has its turn, it is looked up again before it is
   * decided, and what the caller submitted after it waits.
   */
  CompletableFuture<Outcome> submit(Caller caller, Command command, Lookup lookup);
}
