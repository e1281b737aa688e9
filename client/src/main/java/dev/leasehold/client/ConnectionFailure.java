package dev.leasehold.client;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Describes what keeps a client from its server, as far as a failure tells it. */
final class ConnectionFailure {

  /** Failures of a client without TLS at a server with TLS, which hangs up or sends an alert. */
  private static final List<String> NOT_IN_CLEAR =
      List.of("Network closed for unknown reason", "first 5 bytes: 1503", "Connection reset");

  private ConnectionFailure() {}

  /** The text to append to "no answer in time"; empty if the failure tells nothing. */
  static String suffixFor(@Nullable Throwable failure) {
    String words = words(failure);
    return words.isEmpty() ? "" : "; " + words;
  }

  /** The cause of a failure in words; empty if nothing is known. */
  static String words(@Nullable Throwable failure) {
    // The chain is short; a bound costs less than a proof that it has no circle.
    String last = "";
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
      String words = wordsOf(cause);
      last = cause.getMessage() == null ? last : cause.getMessage();
      if (!words.isEmpty()) {
        return words;
      }
    }
    return last.isEmpty() ? "" : "the last attempt to connect failed: " + last;
  }

  private static String wordsOf(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof ConnectException) {
      return "no server answers at this address; start one with leasehold serve, or see whether"
          + " host and port are right";
    }
    if (cause instanceof UnknownHostException) {
      return "there is no such host; see whether the address is right";
    }
    if (cause instanceof SSLException && message.contains("not an SSL/TLS record")) {
      return "the server does not speak TLS: its address begins with http://";
    }
    if (cause instanceof SSLException && isAlert(message)) {
      return "the server does not accept the client's certificate, or wants one; see"
          + " ClientOptions.clientCertificate, or --tls-cert and --tls-key";
    }
    if (cause instanceof SSLHandshakeException && isAboutTime(cause)) {
      return "the server's certificate has expired or is not valid yet, or the clock here is wrong";
    }
    if (cause instanceof SSLHandshakeException && isAboutTrust(cause)) {
      return "the server's certificate is not trusted; name who vouches for it with"
          + " ClientOptions.trust or --tls-ca";
    }
    if (cause instanceof SSLHandshakeException) {
      return "TLS with the server does not come about (" + message + ")";
    }
    return NOT_IN_CLEAR.stream().anyMatch(message::contains)
        ? "the server hung up; if it uses TLS, its address begins with https://"
        : "";
  }

  private static boolean isAboutTime(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
      CertPathValidatorException.Reason reason =
          cause instanceof CertPathValidatorException invalid ? invalid.getReason() : null;
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException
          || reason == BasicReason.EXPIRED
          || reason == BasicReason.NOT_YET_VALID) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAboutTrust(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException && !(cause instanceof KeyException)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the JDK or OpenSSL says that the other side has ended the handshake. */
  private static boolean isAlert(String message) {
    return message.contains("fatal alert: ") || message.contains("_ALERT_");
  }
}
