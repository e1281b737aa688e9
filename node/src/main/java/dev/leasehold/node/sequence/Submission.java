package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A command and the one who waits for its outcome.
 *
 * @param made the reply that the past has for it; null if the kernel decides
 */
record Submission(
    Caller caller, Command command, CompletableFuture<Outcome> reply, @Nullable Reply made) {

  Submission(Caller caller, Command command) {
    this(caller, command, new CompletableFuture<>(), null);
  }

  /** Decides it in its turn; if it was carried out before, nothing but its turn is taken. */
  Outcome decide(Kernel kernel, Stamp stamp) {
    if (made == null) {
      return kernel.execute(stamp, command);
    }
    Outcome turn = kernel.execute(stamp, new NodeCommand.TakeTurn());
    return new Outcome(turn.stamp(), turn.facts(), made);
  }

  void fail(RuntimeException why) {
    reply.completeExceptionally(why);
  }

  boolean hasFailed() {
    return reply.isCompletedExceptionally();
  }

  /** A copy with the answer of the tables; null if they know of nothing. */
  Submission lookedUp(@Nullable Reply answer) {
    return new Submission(caller, command, reply, answer);
  }

  boolean isSame(Submission other) {
    return reply == other.reply;
  }
}
