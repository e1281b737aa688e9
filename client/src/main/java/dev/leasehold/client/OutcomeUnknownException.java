package dev.leasehold.client;

import org.jspecify.annotations.Nullable;

/**
 * The request was sent and not answered within its time-out: it may have been carried out or not,
 * or may yet be.
 *
 * <p>To find out, send the same request again with the same {@link #requestId}: it has the same
 * outcome and is not carried out twice.
 */
public final class OutcomeUnknownException extends LeaseholdException {

  private static final long serialVersionUID = 1L;

  private final String requestId;

  OutcomeUnknownException(String message, String requestId, @Nullable Throwable cause) {
    super(message, cause);
    this.requestId = requestId;
  }

  /** The id that the request was sent with; empty for requests that have none. */
  public String requestId() {
    return requestId;
  }
}
