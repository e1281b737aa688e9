package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import java.util.concurrent.CompletableFuture;

/** A past that knows of leases up to a position that tests set, and notes what is forgotten. */
final class PastUpTo implements ForgottenLeases {

  long knownPosition;
  long forgottenBy;

  @Override
  public boolean mayKnow(Caller caller, Command command) {
    return false;
  }

  @Override
  public CompletableFuture<Reply> lookUp(Caller caller, Command command) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public long knownPosition() {
    return knownPosition;
  }

  @Override
  public void forgot(long endedBy) {
    forgottenBy = endedBy;
  }
}
