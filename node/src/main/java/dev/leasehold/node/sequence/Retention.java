package dev.leasehold.node.sequence;

import static dev.leasehold.kernel.Limits.HOUR;
import static dev.leasehold.kernel.Limits.MINUTE;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Reply;
import org.jspecify.annotations.Nullable;

/** Says when the kernel is to forget leases that have ended. */
final class Retention {

  /** How long the end of a lease can be looked up, and a request for it tried again. */
  private static final long REMEMBERED_NANOS = HOUR;

  /** At high rates an hour is too much memory: 200,000 ended leases are some 80 MB. */
  static final int MAX_REMEMBERED = 200_000;

  /** Leases forgotten in one step, so that it takes the kernel a few milliseconds at most. */
  static final int STEP = 4_096;

  /** By age it is enough to look now and then. */
  private static final long LOOK_EVERY_NANOS = MINUTE;

  private long nextLookTick;
  private long nextThinningTick;

  /** The step to sequence now; null if there is none. */
  Command.@Nullable Prune next(Kernel kernel, long tick) {
    int remembered = kernel.endedCount();
    if (remembered >= MAX_REMEMBERED + STEP && tick >= nextThinningTick) {
      return new Command.Prune(Long.MAX_VALUE, STEP);
    }
    if (remembered > 0 && tick >= nextLookTick) {
      return new Command.Prune(tick - REMEMBERED_NANOS, STEP);
    }
    return null;
  }

  /** Takes note of what a step achieved, so that one that achieves nothing is not repeated. */
  void done(Command.Prune step, Reply reply, long tick) {
    boolean more = reply instanceof Reply.Swept swept && swept.more();
    long nextTick = more ? tick : tick + LOOK_EVERY_NANOS;
    if (step.endedBeforeTick() == Long.MAX_VALUE) {
      nextThinningTick = nextTick;
    } else {
      nextLookTick = nextTick;
    }
  }
}
