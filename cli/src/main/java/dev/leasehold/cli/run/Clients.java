package dev.leasehold.cli.run;

import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.client.ClientOptions;
import java.nio.file.Path;

/**
 * Makes options for the Java client, with the server and the credential that the command line uses.
 */
public final class Clients {

  private Clients() {}

  /** A client that talks to the same server as the same caller. */
  public static ClientOptions.Builder options(Endpoint endpoint) {
    ClientOptions.Builder options =
        ClientOptions.builder().address(endpoint.url()).token(endpoint.token());
    if (endpoint.authority() != null) {
      options.trust(endpoint.authority());
    }
    Path certificate = endpoint.tls().certificate();
    Path key = endpoint.tls().key();
    if (certificate != null && key != null) {
      options.clientCertificate(certificate, key);
    }
    return options;
  }
}
