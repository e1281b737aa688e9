package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import java.util.concurrent.CompletableFuture;

/** A command and the one who waits for its outcome. */
record Submission(Caller caller, Command command, CompletableFuture<Outcome> reply) {

  Submission(Caller caller, Command command) {
    this(caller, command, new CompletableFuture<>());
  }

  void fail(RuntimeException why) {
    reply.completeExceptionally(why);
  }
}
