package dev.leasehold.kernel;

/**
 * A place in the queue, of an acquire or of a conversion.
 *
 * @param position of the event that queued it
 * @param priority as given
 * @param conversion whether an active lease waits for a stronger mode; such a wait stands ahead of
 *     all acquires
 */
public record Wait(
    long position, long sinceTick, long deadlineTick, int priority, boolean conversion) {

  /** One for every ten seconds waited, at most ten. */
  public int priorityAt(long tick) {
    if (conversion) {
      return Integer.MAX_VALUE;
    }
    long aged = (tick - sinceTick) / Limits.AGING_STEP_NANOS;
    return priority + (int) Math.min(aged, Limits.MAX_AGING);
  }

  /** Whether it stands ahead of the other: larger effective priority, then smaller position. */
  public boolean isAheadOf(Wait other, long tick) {
    int mine = priorityAt(tick);
    int others = other.priorityAt(tick);
    return mine != others ? mine > others : position < other.position;
  }

  /** When it will next rise; {@link Long#MAX_VALUE} if it will not. */
  long nextRiseAfter(long tick) {
    long aged = (tick - sinceTick) / Limits.AGING_STEP_NANOS;
    return conversion || aged >= Limits.MAX_AGING
        ? Long.MAX_VALUE
        : sinceTick + (aged + 1) * Limits.AGING_STEP_NANOS;
  }
}
