package dev.leasehold.cli.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Why there was no answer, in words. */
final class Unreachable {

  private Unreachable() {}

  static CallFailedException because(IOException failure, Endpoint endpoint, Duration timeout) {
    return new CallFailedException(Exit.UNAVAILABLE, sentence(failure, endpoint, timeout), failure);
  }

  private static String sentence(IOException failure, Endpoint endpoint, Duration timeout) {
    String url = endpoint.url();
    if (failure instanceof ConnectException || failure instanceof NoRouteToHostException) {
      return "no server answers at "
          + url
          + "; start one with leasehold serve, or name another with --server or LEASEHOLD_SERVER";
    }
    if (failure instanceof SocketTimeoutException) {
      return "the server at "
          + url
          + " did not answer within "
          + timeout.toSeconds()
          + " s; it may still have done what was asked";
    }
    if (failure instanceof UnknownHostException) {
      return "there is no host for " + url + "; see --server and LEASEHOLD_SERVER";
    }
    if (failure instanceof SSLException) {
      return refusedTls(failure, endpoint);
    }
    return "the connection to "
        + url
        + " broke before the answer came ("
        + failure.getMessage()
        + "); what was asked may have been done; "
        + (url.startsWith("https:")
            ? "if the server asks for a certificate of yours, see --tls-cert and --tls-key"
            : "if the server uses TLS, its URL begins with https://");
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
    if (why.contains("validity check failed") || why.contains("expired")) {
      return "the certificate of " + url + " has run out, or the clock here is wrong" + why;
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
