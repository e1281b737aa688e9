package dev.leasehold.testing.simulation;

/**
 * How a client behaves, as shares of what it does.
 *
 * @param use commands on a lease that should be alive
 * @param useLate commands on one that should be over
 * @param mischief commands on leases of others and of the past, and malformed ones
 */
enum ClientBehaviour {
  DILIGENT(12, 76, 3, 9, 5, 0),
  TARDY(20, 35, 30, 10, 5, 0),
  FORGETFUL(25, 65, 8, 2, 0, 0),
  IMPATIENT(12, 62, 3, 8, 20, 0),
  SLOPPY(18, 40, 10, 8, 10, 24);

  final int acquire;
  final int use;
  final int useLate;
  final int end;
  final int resend;
  final int mischief;

  ClientBehaviour(int acquire, int use, int useLate, int end, int resend, int mischief) {
    this.acquire = acquire;
    this.use = use;
    this.useLate = useLate;
    this.end = end;
    this.resend = resend;
    this.mischief = mischief;
  }

  int sum() {
    return acquire + use + useLate + end + resend + mischief;
  }
}
