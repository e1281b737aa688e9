package dev.leasehold.kernel.budget;

import org.jspecify.annotations.Nullable;

/**
 * Money that leases draw on. All money that was ever put in is free, outstanding with leases, or
 * spent.
 *
 * @param open whether it grants; a restored pool does not until an admin has confirmed what was
 *     spent
 * @param recurrence how it is topped up; null if it is not
 * @param period the last that it was topped up for; empty for none
 */
public record Pool(
    String id,
    Amounts free,
    Amounts outstanding,
    Amounts spent,
    boolean open,
    @Nullable Recurrence recurrence,
    String period) {

  /** A pool that is filled by hand. */
  public Pool(String id, Amounts free, Amounts outstanding, Amounts spent, boolean open) {
    this(id, free, outstanding, spent, open, null, "");
  }

  public Amounts total() {
    return free.plus(outstanding).plus(spent);
  }

  public Pool with(Amounts nowFree, Amounts nowOutstanding, Amounts nowSpent) {
    return new Pool(id, nowFree, nowOutstanding, nowSpent, open, recurrence, period);
  }

  public Pool opened() {
    return new Pool(id, free, outstanding, spent, true, recurrence, period);
  }

  /** Periods of another length begin anew. */
  public Pool recurring(@Nullable Recurrence next) {
    boolean goesOn = recurrence != null && next != null && recurrence.every() == next.every();
    return new Pool(id, free, outstanding, spent, open, next, goesOn ? period : "");
  }

  public Pool toppedUp(String nowPeriod, Amounts added) {
    return new Pool(id, free.plus(added), outstanding, spent, open, recurrence, nowPeriod);
  }

  /** The amounts that it lacks; nothing if it is not topped up. */
  public Amounts missing() {
    return recurrence == null ? Amounts.NONE : recurrence.amounts().beyond(free.plus(outstanding));
  }
}
