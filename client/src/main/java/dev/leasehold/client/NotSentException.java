package dev.leasehold.client;

import org.jspecify.annotations.Nullable;

/**
 * The request was not sent within its time-out, because the server could not be reached or too many
 * requests were ahead of it. It has certainly not been carried out.
 */
public final class NotSentException extends LeaseholdException {

  private static final long serialVersionUID = 1L;

  NotSentException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
