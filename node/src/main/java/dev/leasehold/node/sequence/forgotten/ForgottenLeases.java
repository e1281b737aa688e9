package dev.leasehold.node.sequence.forgotten;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Knows of requests and leases that the kernel has forgotten. Asked at the decision, on the thread
 * that decides: what the kernel remembers then and what this knows then is all that ever was.
 */
public interface ForgottenLeases {

  /** Knows of nothing that was forgotten. */
  ForgottenLeases NONE =
      new ForgottenLeases() {
        @Override
        public boolean mayKnow(Caller caller, Command command) {
          return false;
        }

        @Override
        public CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command) {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public long knownPosition() {
          return Long.MAX_VALUE;
        }

        @Override
        public void forgot(long endedBy) {}
      };

  /**
   * Whether the command may have been carried out before, or may name an id that was used before,
   * and the kernel does not know. Quick, and false for nearly all that are new.
   */
  boolean mayKnow(Caller caller, Command command);

  /**
   * Finds out about a command that may be known; called on the same thread.
   *
   * @return the reply if the kernel is not to decide it, else null
   */
  CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command);

  /**
   * The kernel forgets no lease that ended after this position; {@link Long#MAX_VALUE} if it may
   * forget any.
   */
  long knownPosition();

  /**
   * Takes note that the kernel has forgotten leases.
   *
   * @param endedBy no forgotten lease ended after this position
   */
  void forgot(long endedBy);
}
