package dev.leasehold.node.publish;

/**
 * The end of a stream that its client has not left, and the reason for it.
 *
 * @param position of the last that was sent: the client resumes after it
 */
public record StreamEnd(Reason reason, long position) {

  /** The reasons. */
  public enum Reason {
    /** The client did not take what was sent for it. */
    NOT_READING,
    /** The token was revoked or has expired. */
    TOKEN_ENDED,
    /** The node stops. */
    STOPPING,
    /** The journal could not be read; the log says why. */
    FAILED
  }
}
