package dev.leasehold.gateway;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.gateway.call.CallLimits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a gateway is run.
 *
 * @param host the address to listen on
 * @param port 0 for any that is free
 * @param insecurePlaintext whether addresses that others can reach are listened on without TLS
 * @param certificate a PEM file for TLS; null to speak in clear
 * @param key the PEM file of its key
 * @param leasehold the server, with a token of the role gateway
 * @param token the same token, which opens the metrics
 * @param journal the gateway's own file
 */
public record GatewayOptions(
    String host,
    int port,
    boolean insecurePlaintext,
    @Nullable Path certificate,
    @Nullable Path key,
    ClientOptions leasehold,
    String token,
    PriceFile prices,
    Path journal,
    CallLimits limits) {

  public static final int DEFAULT_PORT = 7430;
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** On a free port of this machine, in clear. */
  public static GatewayOptions local(
      ClientOptions leasehold, String token, PriceFile prices, Path journal, CallLimits limits) {
    return new GatewayOptions(
        DEFAULT_HOST, 0, false, null, null, leasehold, token, prices, journal, limits);
  }

  /** Leaves the token out. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
