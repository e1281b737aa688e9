package dev.leasehold.registrar;

/**
 * An instant of a monotonic clock.
 *
 * @param rateHz ticks in a second; those of different rates cannot be compared
 */
public record Tick(long value, long rateHz) {

  public Tick {
    if (value < 0 || rateHz <= 0) {
      throw new IllegalArgumentException("no tick: " + value + " at " + rateHz + " Hz");
    }
  }

  /** Ticks from the other to this one; 0 if there are none or nobody can say. */
  long since(Tick other) {
    return rateHz == other.rateHz ? Math.max(0, value - other.value) : 0;
  }
}
