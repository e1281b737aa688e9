package dev.leasehold.node.tables.feed;

import java.util.concurrent.TimeUnit;

/**
 * Says how much the feed may work, so that requests go first. While they come in a rush, blocks
 * wait for its end, as long as few do; the more wait, the more of the time the feed works, so that
 * its bound is reached by no rush that it can keep up with. For one thread.
 */
final class FeedPace {

  /** More events than this are a rush: at this rate the feed takes a tenth of a processor. */
  static final long RUSH_EVENTS_PER_SECOND = 10_000;

  /** Rates are measured over at least this time, so that a pause of the collector ends no rush. */
  static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Half of the bound, which grows with the heap, may wait for the end of a rush. */
  private static final double WAITS_FOR_THE_END = 0.5;

  private long lookedAtNanos;
  private long lookedAtPosition;
  private boolean isRush;

  /**
   * @param position of the newest event in the journal
   */
  FeedPace(long position, long nanos) {
    this.lookedAtPosition = position;
    this.lookedAtNanos = nanos;
  }

  /** Takes note of how far the journal has come. */
  void look(long position, long nanos) {
    long passed = nanos - lookedAtNanos;
    if (passed >= LOOK_EVERY_NANOS) {
      double seconds = passed / 1e9;
      isRush = position - lookedAtPosition > RUSH_EVENTS_PER_SECOND * seconds;
      lookedAtPosition = position;
      lookedAtNanos = nanos;
    }
  }

  /**
   * The part of the time that the feed may work.
   *
   * @param fullness what waits, as a part of what may wait at most
   */
  double share(double fullness) {
    return isRush ? Math.clamp((fullness - WAITS_FOR_THE_END) / (1 - WAITS_FOR_THE_END), 0, 1) : 1;
  }

  /** How long to rest after some work; {@link Long#MAX_VALUE} for as long as all is as it is. */
  long restNanos(long workedNanos, double fullness) {
    double share = share(fullness);
    return share == 0 ? Long.MAX_VALUE : (long) (workedNanos * (1 / share - 1));
  }
}
