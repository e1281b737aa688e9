package dev.leasehold.bench.compare.server;

/** A peer that is not on this machine; its message says what to install. */
public final class MissingException extends Exception {

  private static final long serialVersionUID = 1L;

  public MissingException(String message) {
    super(message);
  }
}
