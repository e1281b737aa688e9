package dev.leasehold.cli.remote;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The address of the server that is called, and the credential of the caller.
 *
 * @param url without a slash at its end
 * @param token the secret, never shown; empty if a certificate has to do
 * @param tokenSource where the token is from, for people
 */
public record Endpoint(String url, String token, String tokenSource, TlsPaths tls) {

  static final int DEFAULT_PORT = 7420;
  private static final int MAX_PORT = 65_535;
  static final String DEFAULT_ADDRESS = "127.0.0.1:" + DEFAULT_PORT;
  static final String DEFAULT_URL = "http://" + DEFAULT_ADDRESS;

  /** The certificates that vouch for the server; the JDK's own if null. */
  public @Nullable Path authority() {
    return tls.authority();
  }

  /**
   * A URL, or a host with or without a port.
   *
   * @throws CallFailedException if it is none of them
   */
  static String url(String given, boolean withTls) throws CallFailedException {
    boolean hasScheme = given.startsWith("http://") || given.startsWith("https://");
    URI uri;
    try {
      uri = URI.create(hasScheme ? given : (withTls ? "https://" : "http://") + given);
    } catch (IllegalArgumentException e) {
      throw notAServer(given);
    }
    String path = uri.getPath();
    if (uri.getHost() == null
        || uri.getUserInfo() != null
        || uri.getQuery() != null
        || uri.getPort() > MAX_PORT
        || !(path == null || path.isEmpty() || path.equals("/"))) {
      throw notAServer(given);
    }
    boolean portIsKnown = uri.getPort() >= 0 || hasScheme;
    return uri.getScheme()
        + "://"
        + uri.getRawAuthority()
        + (portIsKnown ? "" : ":" + DEFAULT_PORT);
  }

  private static CallFailedException notAServer(String given) {
    return new CallFailedException(
        Exit.USAGE,
        "a server is named by a URL or as host:port, such as " + DEFAULT_URL + ", not " + given);
  }

  /** Whether nobody else can listen to what is said. */
  public static boolean isLoopback(String url) {
    String host = URI.create(url).getHost();
    return host.equals("localhost")
        || host.equals("[::1]")
        || (host.startsWith("127.")
            && host.chars().allMatch(c -> c == '.' || Character.isDigit(c)));
  }
}
