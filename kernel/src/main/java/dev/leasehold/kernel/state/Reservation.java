package dev.leasehold.kernel.state;

import dev.leasehold.kernel.budget.Amounts;
import java.util.Map;

/** Money set aside for one call, until the call is over or its time is. */
public final class Reservation implements Comparable<Reservation> {

  public final String id;
  public final Account account;
  public final long deadlineTick;

  /** The position of the event that made it. */
  public final long position;

  public Amounts amounts;

  /** Labels that say what it is for; they count for the settlement as well. */
  public final Map<String, String> labels;

  public Reservation(
      String id,
      Account account,
      long deadlineTick,
      long position,
      Amounts amounts,
      Map<String, String> labels) {
    this.id = id;
    this.account = account;
    this.deadlineTick = deadlineTick;
    this.position = position;
    this.amounts = amounts;
    this.labels = labels;
  }

  /** Orders by deadline, then by age. */
  @Override
  public int compareTo(Reservation other) {
    int byDeadline = Long.compare(deadlineTick, other.deadlineTick);
    return byDeadline != 0 ? byDeadline : Long.compare(position, other.position);
  }
}
