package dev.leasehold.kernel;

/** Money set aside for one call, until the call is over or its time is. */
final class Reservation implements Comparable<Reservation> {

  final String id;
  final Account account;
  final long deadlineTick;

  /** Of the event that made it. */
  final long position;

  Amounts amounts;

  Reservation(String id, Account account, long deadlineTick, long position, Amounts amounts) {
    this.id = id;
    this.account = account;
    this.deadlineTick = deadlineTick;
    this.position = position;
    this.amounts = amounts;
  }

  /** By the end of their time, then by age. */
  @Override
  public int compareTo(Reservation other) {
    int byDeadline = Long.compare(deadlineTick, other.deadlineTick);
    return byDeadline != 0 ? byDeadline : Long.compare(position, other.position);
  }
}
