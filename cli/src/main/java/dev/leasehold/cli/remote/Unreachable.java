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
    return new CallFailedException(Exit.UNAVAILABLE, sentence(failure, endpoint, timeout));
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
    if (failure instanceof SSLHandshakeException) {
      return "the certificate of "
          + url
          + " is not trusted; name who vouches for it with --tls-ca ("
          + failure.getMessage()
          + ")";
    }
    if (failure instanceof SSLException) {
      return url + " does not speak TLS; try http:// (" + failure.getMessage() + ")";
    }
    return "the connection to "
        + url
        + " broke before the answer came ("
        + failure.getMessage()
        + "); what was asked may have been done; if the server uses TLS, its URL begins with"
        + " https://";
  }
}
