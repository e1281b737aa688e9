package dev.leasehold.testing.simulation;

import java.util.SplittableRandom;

/**
 * Time as a server meets it: what really passes, the ticks that decide, and a wall clock that jumps
 * both ways and must not matter. Ticks go on exactly in the same boot and from the last durable
 * tick after another (rule 3 of the design), so they fall behind true time and never run ahead.
 */
final class SimulatedClock {

  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000 * MILLISECOND;

  private final SplittableRandom random;
  private long trueNanos;
  private long tickOffset;
  private long wallOffset = 1_700_000_000L * SECOND;

  SimulatedClock(SplittableRandom random) {
    this.random = random;
  }

  long tick() {
    return trueNanos + tickOffset;
  }

  /** The true time at which the clock showed the tick, as this boot counts. */
  long trueNanosAt(long tick) {
    return tick - tickOffset;
  }

  long wallNanos() {
    return trueNanos + wallOffset;
  }

  /** Mostly a little time passes, sometimes none, seldom a long pause. */
  void pass() {
    int dice = random.nextInt(20_000);
    if (dice == 0 && random.nextBoolean()) {
      trueNanos += random.nextLong(100 * 3_600 * SECOND) * (random.nextInt(8) == 0 ? 10 : 1);
    } else if (dice < 8) {
      trueNanos += 10 * SECOND;
    } else if (dice < 10) {
      trueNanos += random.nextLong(120 * SECOND);
    } else if (dice < 12_000) {
      trueNanos += random.nextLong(8 * MILLISECOND);
    } else if (dice > 19_980) {
      wallOffset += random.nextLong(-7_200, 7_200) * SECOND;
    }
  }

  /** Moves to the tick exactly, unless it is past. */
  void passUntil(long tick) {
    trueNanos = Math.max(trueNanos, trueNanosAt(tick));
  }

  /** The monotonic clock is another one: only the durable tick is known. */
  void reboot(long durableTick) {
    tickOffset = durableTick - trueNanos;
  }
}
