package dev.leasehold.testing.simulation.books;

/** A place in the queue, as section 4 of the design orders them. */
public record Place(
    long position, long sinceTick, long deadlineTick, int priority, boolean conversion) {

  private static final long STEP_NANOS = 10_000_000_000L;
  private static final long MOST_STEPS = 10;

  /** The priority, and one more for every ten seconds waited, at most ten more. */
  long effectivePriority(long tick) {
    return priority + Math.min(MOST_STEPS, Math.max(0, tick - sinceTick) / STEP_NANOS);
  }

  boolean isAheadOf(Place other, long tick) {
    if (conversion != other.conversion) {
      return conversion;
    }
    long mine = conversion ? 0 : effectivePriority(tick);
    long others = conversion ? 0 : other.effectivePriority(tick);
    return mine != others ? mine > others : position < other.position;
  }
}
