package dev.leasehold.testing.simulation;

/**
 * How a client behaves, as shares of what it does.
 *
 * @param renew renewals while the lease should be alive
 * @param renewLate renewals when it should be over
 * @param mischief commands on leases of others and of the past, and malformed ones
 */
enum Temper {
  DILIGENT(20, 50, 0, 20, 5, 0),
  TARDY(35, 5, 30, 15, 5, 0),
  FORGETFUL(80, 5, 0, 0, 0, 0),
  IMPATIENT(30, 25, 0, 15, 40, 0),
  SLOPPY(25, 10, 5, 10, 10, 40);

  final int acquire;
  final int renew;
  final int renewLate;
  final int end;
  final int resend;
  final int mischief;

  Temper(int acquire, int renew, int renewLate, int end, int resend, int mischief) {
    this.acquire = acquire;
    this.renew = renew;
    this.renewLate = renewLate;
    this.end = end;
    this.resend = resend;
    this.mischief = mischief;
  }

  int sum() {
    return acquire + renew + renewLate + end + resend + mischief;
  }
}
