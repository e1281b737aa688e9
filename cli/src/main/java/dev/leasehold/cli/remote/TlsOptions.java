package dev.leasehold.cli.remote;

import dev.leasehold.cli.terminal.Surroundings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command knows the server, and the server the command, by certificates. */
final class TlsOptions {

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "Certificates, in PEM, of those who vouch for the server. Default: LEASEHOLD_TLS_CA, else"
              + " whom Java trusts.")
  private @Nullable Path authority;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description =
          "Your own certificate, in PEM, for a server that asks for one. Where you give neither"
              + " a token nor --data its common name is who you are. Default: LEASEHOLD_TLS_CERT.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Its key, PKCS#8 in PEM. Default: LEASEHOLD_TLS_KEY.")
  private @Nullable Path key;

  TlsPaths paths(Surroundings surroundings) throws CallFailedException {
    Path own = path(certificate, "LEASEHOLD_TLS_CERT", surroundings);
    Path ownKey = path(key, "LEASEHOLD_TLS_KEY", surroundings);
    if ((own == null) != (ownKey == null)) {
      throw new CallFailedException(
          Exit.USAGE, "a certificate of your own needs both --tls-cert and --tls-key");
    }
    return new TlsPaths(path(authority, "LEASEHOLD_TLS_CA", surroundings), own, ownKey);
  }

  private static @Nullable Path path(
      @Nullable Path option, String variable, Surroundings surroundings) {
    String set = surroundings.variable(variable);
    return option != null || set.isEmpty() ? option : Path.of(set);
  }
}
