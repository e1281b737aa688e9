package dev.leasehold.kernel.budget;

/**
 * The money of a lease as it is at one moment, in all units.
 *
 * @param granted all that it was given
 * @param reserved set aside for calls under way
 * @param delegated with its children and not yet spent by them
 * @param spent by itself and by its children
 * @param returned given back when it ended
 */
public record Budget(
    Amounts granted, Amounts reserved, Amounts delegated, Amounts spent, Amounts returned) {

  /** The amounts that may still be spent, reserved or delegated. */
  public Amounts rest() {
    return granted.minus(spent).minus(reserved).minus(delegated).minus(returned);
  }

  /** Whether all that was granted is spent, in some unit. */
  public boolean isExhausted() {
    return granted.asMap().entrySet().stream()
        .anyMatch(unit -> spent.of(unit.getKey()) == unit.getValue());
  }
}
