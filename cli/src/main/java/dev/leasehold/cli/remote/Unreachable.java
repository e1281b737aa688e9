package dev.leasehold.cli.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Words the failure of a call that got no answer. */
final class Unreachable {

  private Unreachable() {}

  /**
   * @param changes whether what was asked for may have changed something
   */
  static CallFailedException because(
      IOException failure, Endpoint endpoint, Duration timeout, boolean changes) {
    return new CallFailedException(
        Exit.UNAVAILABLE, sentence(failure, endpoint, timeout, changes), failure);
  }

  private static String sentence(
      IOException failure, Endpoint endpoint, Duration timeout, boolean changes) {
    String url = endpoint.url();
    if (failure instanceof ConnectException || failure instanceof NoRouteToHostException) {
      return "no server answers at "
          + url
          + "; start one with leasehold serve, or name another with --server or LEASEHOLD_SERVER";
    }
    if (failure instanceof SocketTimeoutException) {
      return timedOut(failure, url, timeout, changes);
    }
    if (failure instanceof UnknownHostException) {
      return "there is no host for "
          + url
          + "; see whether --server or LEASEHOLD_SERVER names it rightly";
    }
    if (failure instanceof SSLException) {
      return refusedTls(failure, endpoint);
    }
    return "the connection to "
        + url
        + " broke before the answer came; "
        + (changes ? "what was asked may have been done; " : "")
        + (url.startsWith("https:")
            ? "if the server asks for a certificate of yours, see --tls-cert and --tls-key"
            : "if the server uses TLS, its URL begins with https://; if it is no Leasehold server,"
                + " name yours with --server or LEASEHOLD_SERVER");
  }

  private static String timedOut(
      IOException failure, String url, Duration timeout, boolean changes) {
    if (String.valueOf(failure.getMessage()).startsWith("Connect")) {
      return "no connection to "
          + url
          + " came about in time; see --server and LEASEHOLD_SERVER, and whether something between"
          + " here and there blocks it";
    }
    String what = "the server at " + url + " did not answer within " + timeout.toSeconds() + " s";
    return changes
        ? what + "; it may still have done what was asked"
        : what + "; it is stopped, stuck or busy: look at its process and at what it has logged";
  }

  /**
   * Says that a certificate has expired or is not valid yet; empty if the failure is another. The
   * chain of causes is short, and bounded all the same.
   */
  private static String dates(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
      CertPathValidatorException.Reason reason =
          cause instanceof CertPathValidatorException invalid ? invalid.getReason() : null;
      if (cause instanceof CertificateExpiredException || reason == BasicReason.EXPIRED) {
        return " has expired";
      }
      if (cause instanceof CertificateNotYetValidException || reason == BasicReason.NOT_YET_VALID) {
        return " is not valid yet";
      }
    }
    return "";
  }

  /** Java tells the cases apart by its message alone; the alerts are those of RFC 8446. */
  private static String refusedTls(IOException failure, Endpoint endpoint) {
    String url = endpoint.url();
    String why = " (" + failure.getMessage() + ")";
    if (why.contains("fatal alert: ")) {
      return endpoint.tls().certificate() == null && why.contains("certificate")
          ? url
              + " wants to see a certificate of yours; name it with --tls-cert and --tls-key"
              + why
          : url + " does not accept your certificate; see --tls-cert and --tls-key" + why;
    }
    String dates = dates(failure);
    if (!dates.isEmpty()) {
      return "the certificate of "
          + url
          + dates
          + ", or the clock here is wrong; its owner has to renew it"
          + why;
    }
    if (why.contains("No subject alternative") || why.contains("No name matching")) {
      return "the certificate of "
          + url
          + " is for another name; name the server with --server as its certificate does"
          + why;
    }
    return failure instanceof SSLHandshakeException
        ? "the certificate of "
            + url
            + " is not trusted; name who vouches for it with --tls-ca or LEASEHOLD_TLS_CA"
            + why
        : url + " does not speak TLS; try http://" + why;
  }
}
