package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Outcome;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A command and the one who waits for its outcome.
 *
 * @param lookup null for a command that nothing forgotten matters to
 * @param looks how often it was looked up since it was submitted
 */
record Submission(
    Caller caller,
    Command command,
    CompletableFuture<Outcome> reply,
    @Nullable Lookup lookup,
    int looks) {

  Submission(Caller caller, Command command, @Nullable Lookup lookup) {
    this(caller, command, new CompletableFuture<>(), lookup, 0);
  }

  void fail(RuntimeException why) {
    reply.completeExceptionally(why);
  }

  boolean hasFailed() {
    return reply.isCompletedExceptionally();
  }

  /** Whether it cannot be decided by what was looked up before. */
  boolean isStale(long forgottenPosition) {
    return lookup != null && lookup.position() < forgottenPosition;
  }

  /** The same after another look, with the command that is to be decided now. */
  Submission lookedUp(Command decided) {
    return new Submission(caller, decided, reply, lookup, looks + 1);
  }

  boolean isSame(Submission other) {
    return reply == other.reply;
  }
}
