package dev.leasehold.kernel.refusal;

/** The caller may not do this; another may. */
public sealed interface AccessRefusal extends Refusal {

  /** Refuses to end a reservation that somebody else made, whether or not it is remembered. */
  static Refusal reservationOfAnother(String leaseId) {
    return new Forbidden(
        "you have made no such reservation on lease "
            + leaseId
            + "; a gateway settles and cancels its own");
  }

  record Forbidden(String detail) implements AccessRefusal {}

  record NotHolder(String leaseId) implements AccessRefusal {
    @Override
    public String detail() {
      return "lease " + leaseId + " is held by another; only its holder may do this";
    }
  }

  /** A gateway acts for a lease whose IP token it was not shown. */
  record TokenNotShown(String leaseId) implements AccessRefusal {
    @Override
    public String detail() {
      return "ipToken is not the IP token of lease "
          + leaseId
          + ", or not any more: the lease has ended, or a repeated handshake got another";
    }
  }
}
