package dev.leasehold.node.time;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The one clock that decides: ticks are nanoseconds of the monotonic clock plus an offset. They
 * never go back, whatever the monotonic clock does, but for {@link #fallBehind}. Safe for any
 * thread.
 */
public final class TickClock {

  private final TimeSource time;
  private final String identity;
  private final long resumedFromTick;
  private volatile long offsetNanos;
  private final AtomicLong reached;

  private TickClock(TimeSource time, String identity, long offsetNanos, long tick) {
    this.time = time;
    this.identity = identity;
    this.offsetNanos = offsetNanos;
    this.resumedFromTick = tick;
    this.reached = new AtomicLong(tick);
  }

  /**
   * Goes on exactly if the monotonic clock is still the one of the last mark, else from the last
   * tick that is durable. A reading before that tick means that the clock is not what it was.
   *
   * @param last the last mark; null if there is none
   * @param lastBlockTick the tick of the newest block; 0 if there is none
   */
  public static TickClock resume(TimeSource time, @Nullable ClockMark last, long lastBlockTick) {
    long durable = last == null ? lastBlockTick : Math.max(last.tick(), lastBlockTick);
    String identity = time.identity();
    long now = time.monotonicNanos();
    if (last != null && last.identity().equals(identity) && now + last.offsetNanos() >= durable) {
      return new TickClock(time, identity, last.offsetNanos(), durable);
    }
    return new TickClock(time, identity, durable - now, durable);
  }

  /** The last tick that is known of the session before this one. */
  public long resumedFromTick() {
    return resumedFromTick;
  }

  public long tick() {
    return reached.accumulateAndGet(time.monotonicNanos() + offsetNanos, Math::max);
  }

  /**
   * Stands at an earlier tick and goes on from there: the time between is never made up for. Leases
   * that are stamped from now on would end early if the next session did not know, so the mark must
   * be durable before anything that rests on such a stamp. For the one thread that stamps.
   */
  public void fallBehind(long tick) {
    offsetNanos = tick - time.monotonicNanos();
    reached.set(tick);
  }

  /** The tick minus the monotonic clock's reading; smaller whenever the clock fell behind. */
  public long offsetNanos() {
    return offsetNanos;
  }

  /** The mark to store once the tick has been reached. */
  public ClockMark markAt(long tick) {
    return new ClockMark(identity, offsetNanos, tick);
  }
}
