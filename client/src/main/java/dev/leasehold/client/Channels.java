package dev.leasehold.client;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Channels as the options want them. */
final class Channels {

  /** A connection that is silent for so long is asked whether it still stands. */
  private static final long KEEPALIVE_SECONDS = 10;

  private static final long KEEPALIVE_TIMEOUT_SECONDS = 5;

  private static final Set<String> THIS_MACHINE =
      Set.of("localhost", "127.0.0.1", "[::1]", "::1", "[0:0:0:0:0:0:0:1]");

  private Channels() {}

  static ManagedChannel open(ClientOptions options) {
    Target target = Target.of(options);
    return Grpc.newChannelBuilderForAddress(target.host, target.port, credentials(options, target))
        .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .disableRetry()
        .build();
  }

  private static ChannelCredentials credentials(ClientOptions options, Target target) {
    if (!target.tls) {
      return InsecureChannelCredentials.create();
    }
    try {
      TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
      if (options.trust != null) {
        tls.trustManager(options.trust.toFile());
      }
      if (options.clientCertificate != null && options.clientKey != null) {
        tls.keyManager(options.clientCertificate.toFile(), options.clientKey.toFile());
      }
      return tls.build();
    } catch (IOException e) {
      throw new UncheckedIOException("a certificate or key could not be read", e);
    }
  }

  /** The server to connect to, and whether with TLS. */
  record Target(String host, int port, boolean tls) {

    static Target of(ClientOptions options) {
      String address = options.address;
      boolean hasScheme = address.contains("://");
      URI uri = URI.create(hasScheme ? address : "leasehold://" + address);
      String host = uri.getHost();
      if (host == null) {
        throw new IllegalArgumentException(
            "an address is host:port, http://host:port or https://host:port, not " + address);
      }
      boolean wantsTls = options.trust != null || options.clientCertificate != null;
      boolean tls =
          switch (String.valueOf(uri.getScheme())) {
            case "https" -> true;
            case "http" -> false;
            case "leasehold" -> wantsTls || !THIS_MACHINE.contains(host);
            default ->
                throw new IllegalArgumentException(
                    "an address begins with http:// or https:// or has no scheme: " + address);
          };
      if (wantsTls && !tls) {
        throw new IllegalArgumentException(
            "certificates are given for an address without TLS: " + address);
      }
      int port = uri.getPort();
      int usual = hasScheme ? (tls ? 443 : 80) : ClientOptions.DEFAULT_PORT;
      return new Target(host, port < 0 ? usual : port, tls);
    }
  }
}
