package dev.leasehold.testing.simulation;

import java.util.SplittableRandom;

/**
 * How long one wants to hold or to wait, and how urgently. A client acts every half second or so;
 * some spans outlast the quiet hours, so that there are waits old enough to have aged in full.
 */
final class Spans {

  private static final long MILLISECOND = 1_000_000L;

  private static final long[] TTL_MILLIS = {
    100, 500, 1_000, 2_000, 3_000, 3_000, 5_000, 5_000, 8_000, 12_000, 12_000, 20_000, 30_000,
    60_000, 150_000, 400_000
  };

  private static final long[] WAIT_MILLIS = {
    100, 1_000, 2_000, 10_000, 15_000, 40_000, 120_000, 300_000, 900_000
  };

  /** Mostly so near to each other that aging decides, some so far apart that it never can. */
  private static final int[] PRIORITIES = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, -1, 9, 11, 12};

  private final SplittableRandom random;

  Spans(SplittableRandom random) {
    this.random = random;
  }

  /** Makes up a ttl, seldom the default, which outlasts the whole run. */
  long ttl() {
    int dice = random.nextInt(6 * TTL_MILLIS.length);
    return dice == 0 ? 0 : TTL_MILLIS[dice % TTL_MILLIS.length] * MILLISECOND;
  }

  /** Makes up a longer ttl, because money is spent little by little. */
  long longer() {
    return TTL_MILLIS[6 + random.nextInt(TTL_MILLIS.length - 6)] * MILLISECOND;
  }

  /** Makes up how much longer one wants to hold, often so little that a reminder is not yet due. */
  long extension() {
    return random.nextBoolean() ? waiting() : (1 + random.nextInt(10)) * 100L * MILLISECOND;
  }

  long waiting() {
    return WAIT_MILLIS[random.nextInt(WAIT_MILLIS.length)] * MILLISECOND;
  }

  int priority() {
    return PRIORITIES[random.nextInt(PRIORITIES.length)];
  }
}
