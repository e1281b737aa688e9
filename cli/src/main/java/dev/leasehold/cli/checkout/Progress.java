package dev.leasehold.cli.checkout;

/** Hears of the steps of a check-in, each when it is done and cannot be lost any more. */
@FunctionalInterface
interface Progress {

  /** The steps of a check-in, in their order. */
  enum Step {
    COMMITTED,
    PUSHED,
    COMPLETED
  }

  void done(Step step, String commit);
}
