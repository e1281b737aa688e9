package dev.leasehold.client.guard;

/** A certificate, or a set of keys, that must not be believed. The message says why. */
public final class InvalidCertificateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidCertificateException(String why) {
    super(why);
  }

  InvalidCertificateException(String why, Throwable cause) {
    super(why, cause);
  }
}
