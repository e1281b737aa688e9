package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import org.jspecify.annotations.Nullable;

/** A command that was carried out, for the story that a failure tells. */
final class Executed {

  private final long step;
  private final Stamp stamp;
  private final Command command;
  @Nullable Reply reply;

  Executed(long step, Stamp stamp, Command command) {
    this.step = step;
    this.stamp = stamp;
    this.command = command;
  }

  @Override
  public String toString() {
    return "step %d, tick %d, %s: %s%n    %s"
        .formatted(step, stamp.tick(), stamp.caller().actor(), command, brief(reply));
  }

  private static String brief(@Nullable Reply reply) {
    return switch (reply) {
      case null -> "threw an exception";
      case Reply.OfLease r -> r.lease().id() + " is " + r.lease().state();
      case Reply.Refused r -> r.refusal().code() + ", " + r.refusal().detail();
      case Reply.Leases r -> r.leases().size() + " leases";
      case Reply.Checked r -> r.conflicts().size() + " conflicts";
      default -> reply.toString();
    };
  }
}
