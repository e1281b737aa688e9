package dev.leasehold.kernel.view;

import dev.leasehold.kernel.policy.Limits;

/**
 * A place in the queue, of an acquire or of a conversion.
 *
 * @param position of the event that queued it
 * @param priority as given
 * @param conversion whether an active lease waits for a stronger mode; such a wait stands ahead of
 *     all acquires
 */
public record QueuePlace(
    long position, long sinceTick, long deadlineTick, int priority, boolean conversion) {

  /** The priority plus one for every ten seconds waited, at most ten; conversions come first. */
  public int priorityAt(long tick) {
    if (conversion) {
      return Integer.MAX_VALUE;
    }
    long aged = (tick - sinceTick) / Limits.AGING_STEP_NANOS;
    return priority + (int) Math.min(aged, Limits.MAX_AGING);
  }

  /** Whether it stands ahead of the other: larger effective priority, then smaller position. */
  public boolean isAheadOf(QueuePlace other, long tick) {
    int mine = priorityAt(tick);
    int others = other.priorityAt(tick);
    return mine != others ? mine > others : position < other.position;
  }

  /** The tick at which its priority next rises; {@link Long#MAX_VALUE} if it will not. */
  public long nextRiseAfter(long tick) {
    long aged = (tick - sinceTick) / Limits.AGING_STEP_NANOS;
    return conversion || aged >= Limits.MAX_AGING
        ? Long.MAX_VALUE
        : sinceTick + (aged + 1) * Limits.AGING_STEP_NANOS;
  }
}
