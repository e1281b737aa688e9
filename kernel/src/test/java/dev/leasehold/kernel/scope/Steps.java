package dev.leasehold.kernel.scope;

import java.util.function.Consumer;

/** How much work something takes: steps instead of seconds, so that no machine is too slow. */
final class Steps {

  private static final long PLENTY = 1L << 40;

  private Steps() {}

  /** With as much work as anybody could want. */
  static long of(Consumer<StepLimit> task) {
    return spent(PLENTY, task);
  }

  /** With a limit, which may be overdrawn. */
  static long spent(long limit, Consumer<StepLimit> task) {
    StepLimit work = new StepLimit(limit);
    task.accept(work);
    work.spend(-PLENTY);
    long left = 0;
    for (long part = 2 * PLENTY; part > 0; part /= 2) {
      if (work.spend(part)) {
        left += part;
      } else {
        work.spend(-part);
      }
    }
    return limit + PLENTY - left;
  }
}
