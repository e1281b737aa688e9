package dev.leasehold.client;

/**
 * The loss of a lease that was held.
 *
 * @param leaseId the lease's id
 * @param cause the reason for the loss
 * @param text a sentence for people
 */
public record Loss(String leaseId, Cause cause, String text) {

  /** The reason why a lease is not held any more. */
  public enum Cause {
    /**
     * The local deadline has passed without a renewal: the server could not be reached, this
     * process was paused, or the lease cannot be renewed any more. The server may not know yet.
     */
    DEADLINE,
    /** The server says that the lease has expired. */
    EXPIRED,
    /** An admin has taken it away. */
    REVOKED,
    /** An admin has taken the check-out away. */
    EVICTED,
    /** The lease has ended otherwise, for example with the lease it was derived from. */
    ENDED,
    /** The holder itself has let go of it or handed it on. Listeners are not told. */
    RELEASED,
    /** The client was closed while the lease was held. */
    CLIENT_CLOSED
  }
}
