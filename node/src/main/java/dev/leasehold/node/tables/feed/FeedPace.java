package dev.leasehold.node.tables.feed;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Says how much the feed may work, so that requests go first. While they come in a rush, blocks
 * wait for its end, as long as few do and not for long; the more wait, or the longer, the more of
 * the time the feed works, so that its bounds are reached by no rush that it can keep up with. For
 * one thread.
 */
final class FeedPace {

  /** More events than this are a rush: at this rate the feed takes a tenth of a processor. */
  static final long RUSH_EVENTS_PER_SECOND = 10_000;

  /** Rates are measured over at least this time, so that a pause of the collector ends no rush. */
  static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Half of the bound, which grows with the heap, may wait for the end of a rush. */
  private static final double WAITS_FOR_THE_END = 0.5;

  /**
   * Events of this age wait no longer. A rush may last for ever, and a minute of it is written
   * within seconds when somebody waits for that.
   */
  static final long MAX_AGE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A reader who gave up, and those who come after it, find less to wait for. */
  static final long HURRY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Events of a rush up to the position, none of them older than the time. */
  private record Arrival(long position, long nanos) {}

  /** Events that wait, the oldest first: at most one for each look at which there was a rush. */
  private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();

  private long nowNanos;
  private long hurryUntilNanos;
  private long lookedAtNanos;
  private long lookedAtPosition;
  private boolean isRush;

  /**
   * @param position of the newest event in the journal
   */
  FeedPace(long position, long nanos) {
    this.lookedAtPosition = position;
    this.lookedAtNanos = nanos;
    this.nowNanos = nanos;
    this.hurryUntilNanos = nanos;
  }

  /** Takes note of how far the journal and the tables have come. */
  void look(long position, long fedPosition, long nanos) {
    nowNanos = nanos;
    while (!waiting.isEmpty() && waiting.element().position <= fedPosition) {
      waiting.remove();
    }
    long passed = nanos - lookedAtNanos;
    if (passed >= LOOK_EVERY_NANOS) {
      double seconds = passed / 1e9;
      isRush = position - lookedAtPosition > RUSH_EVENTS_PER_SECOND * seconds;
      if (isRush) {
        waiting.add(new Arrival(position, lookedAtNanos));
      }
      lookedAtPosition = position;
      lookedAtNanos = nanos;
    }
  }

  /** Does not rest for a while, since somebody has waited in vain. */
  void hurry(long nanos) {
    hurryUntilNanos = nanos + HURRY_NANOS;
  }

  /**
   * The part of the time that the feed may work.
   *
   * @param fullness what waits, as a part of what may wait at most
   */
  double share(double fullness) {
    if (!isRush || nowNanos - hurryUntilNanos < 0) {
      return 1;
    }
    double reached = Math.max(fullness, age());
    return Math.clamp((reached - WAITS_FOR_THE_END) / (1 - WAITS_FOR_THE_END), 0, 1);
  }

  /** How old what waits is, as a part of how old it may become. */
  private double age() {
    return waiting.isEmpty() ? 0 : (double) (nowNanos - waiting.element().nanos) / MAX_AGE_NANOS;
  }

  /** How long to rest after some work; {@link Long#MAX_VALUE} for as long as all is as it is. */
  long restNanos(long workedNanos, double fullness) {
    double share = share(fullness);
    return share == 0 ? Long.MAX_VALUE : (long) (workedNanos * (1 / share - 1));
  }
}
