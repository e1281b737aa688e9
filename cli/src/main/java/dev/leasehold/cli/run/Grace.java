package dev.leasehold.cli.run;

import dev.leasehold.cli.process.LatestEnd;
import java.time.Duration;

/**
 * How long a command may take to end by itself once its lease is lost.
 *
 * <p>The client counts the lease as lost a margin before the server does: three times the grace,
 * and never more than a tenth of what was left. A third of the margin is the grace, so that the
 * rest is there for the killing.
 *
 * @param most the grace that was asked for
 */
record Grace(Duration most) {

  private static final int PART_OF_LEASE = 30;

  /** A 27th of the nine tenths that the margin leaves is a thirtieth of the whole. */
  private static final int PART_OF_WHAT_IS_LEFT = 27;

  /**
   * The longest for which there is time.
   *
   * @param lasts how long the lease is held without a word
   */
  static Duration longest(Duration lasts) {
    return lasts.dividedBy(PART_OF_LEASE);
  }

  /** The margin by which the client counts the lease as lost before the server does, at most. */
  Duration margin() {
    return most.multipliedBy(3);
  }

  /**
   * @param remaining how long the lease was certainly held when it was last renewed
   */
  Duration within(Duration remaining) {
    Duration part = remaining.dividedBy(PART_OF_WHAT_IS_LEFT);
    return part.compareTo(most) < 0 ? part : most;
  }

  /**
   * Lets the watchdog begin half a grace later than this process would, and kill at the same time.
   */
  LatestEnd latestEnd(Duration remaining) {
    Duration half = within(remaining).dividedBy(2);
    return new LatestEnd(remaining.plus(half), half);
  }
}
