package dev.leasehold.kernel;

/** What time does to a lease that is due: it expires, or its grace is over. */
final class Expiring {

  /** The reason that an expired lease is closed for when nobody closed it. */
  static final String GRACE_OVER = "GRACE_OVER";

  private Expiring() {}

  static Event event(long position, Stamp stamp, Lease lease) {
    if (lease.isInGrace()) {
      return new Event.Ended(
          position,
          stamp.tick(),
          stamp.wallNanos(),
          lease.id(),
          LeaseState.CLOSED,
          GRACE_OVER,
          "",
          "",
          0);
    }
    long grace = lease.policy().graceNanos();
    return new Event.Expired(
        position,
        stamp.tick(),
        stamp.wallNanos(),
        lease.id(),
        ExpiryCause.TIME,
        lease.deadlineTick(),
        lease.renewalCount(),
        grace == 0 ? 0 : lease.deadlineTick() + grace);
  }
}
