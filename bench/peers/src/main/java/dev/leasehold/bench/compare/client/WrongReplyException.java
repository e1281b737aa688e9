package dev.leasehold.bench.compare.client;

/** A reply that did not do what was asked for. */
public final class WrongReplyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public WrongReplyException(String message) {
    super(message);
  }

  /** Refuses the reply unless it is as expected. */
  static void unless(boolean expected, String request, Object reply) {
    if (!expected) {
      throw new WrongReplyException(request + " was answered with " + reply);
    }
  }
}
