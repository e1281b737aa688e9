package dev.leasehold.kernel.scope;

/**
 * A bound on how much one command may compare. Hostile patterns cost the product of their lengths
 * each time, so the sum is bounded for all candidates together.
 */
public final class StepLimit {

  /** Some 20 ms of comparing: more would stop everybody else for too long. */
  public static final long STEPS_PER_COMMAND = 4_000_000;

  private long left;

  public StepLimit(long steps) {
    left = steps;
  }

  public static StepLimit ofOneCommand() {
    return new StepLimit(STEPS_PER_COMMAND);
  }

  /** A bound that is never reached, for what must be found however long it takes. */
  public static StepLimit unbounded() {
    return new StepLimit(Long.MAX_VALUE);
  }

  /** Takes steps; false when there are none left, and then for good. */
  boolean spend(long steps) {
    left -= steps;
    return left >= 0;
  }

  /** Whether an answer was given up on; such an answer errs on the side of refusing. */
  public boolean isExhausted() {
    return left < 0;
  }
}
