package dev.leasehold.client;

/**
 * A failure to renew a lease in the background, or the news that it is over. The lease is still
 * held; if the trouble lasts, it is lost when {@link HeldLease#remaining} is over.
 *
 * @param leaseId the lease's id
 * @param kind the kind of trouble
 * @param code the stable name of the refusal, such as {@code UNAUTHENTICATED}; empty if it is none
 * @param text a sentence for people
 */
public record RenewalTrouble(String leaseId, Kind kind, String code, String text) {

  /** The kinds of trouble, and the end of it. */
  public enum Kind {
    /** The server cannot be reached, or does not answer; it is asked again. */
    UNANSWERED,
    /**
     * The server has refused, for example because the token was revoked. It is asked again, but
     * without somebody's help that is mostly in vain.
     */
    REFUSED,
    /** The trouble that was told of before is over: the lease was renewed. */
    OVER
  }
}
