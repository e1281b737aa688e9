package dev.leasehold.node.sequence;

import static dev.leasehold.kernel.policy.Limits.MILLISECOND;
import static dev.leasehold.kernel.policy.Limits.SECOND;

import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;

/**
 * Reads the clock for the kernel's thread, and notices by the time between two readings when the
 * server stood still: whatever the reason, it received nothing meanwhile. The time between two
 * sessions is such a pause, too.
 */
final class PauseDetector {

  /** The clock is read at least this often while time may change something. */
  static final long EVERY_NANOS = 50 * MILLISECOND;

  /** Twice as long, so that a thread that comes to its turn a little late is no pause. */
  static final long STOOD_STILL_NANOS = 2 * EVERY_NANOS;

  /** Clients come back within seconds; the shorter the pause, the sooner. */
  private static final long MAX_LEEWAY_NANOS = 10 * SECOND;

  private final TickClock clock;
  private final TimeSource time;
  private long lastTick;
  private long lastLivedNanos;
  private Pause pause;

  PauseDetector(TickClock clock, TimeSource time) {
    this.clock = clock;
    this.time = time;
    this.lastTick = clock.tick();
    this.lastLivedNanos = time.livedNanos();
    this.pause = new Pause(clock.resumedFromTick(), lastTick, lastTick + MAX_LEEWAY_NANOS);
  }

  /** The tick now. */
  long tick() {
    long tick = clock.tick();
    long lived = time.livedNanos();
    if (lived - lastLivedNanos > STOOD_STILL_NANOS) {
      long leeway = tick + Math.min(MAX_LEEWAY_NANOS, tick - lastTick);
      pause =
          lastTick <= pause.leewayTick()
              ? new Pause(pause.fromTick(), tick, Math.max(leeway, pause.leewayTick()))
              : new Pause(lastTick, tick, leeway);
    }
    lastTick = tick;
    lastLivedNanos = lived;
    return tick;
  }

  /** Goes on from an earlier tick, see {@link TickClock#fallBehind}. */
  void fallBehind(long tick) {
    clock.fallBehind(tick);
    lastTick = tick;
  }

  Stamp stamp(long tick, Caller caller) {
    return new Stamp(tick, time.wallNanos(), caller, pause);
  }
}
