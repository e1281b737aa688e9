package dev.leasehold.cli;

import dev.leasehold.cli.process.ForwardedSignals;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.run.Clients;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.gateway.Gateway;
import dev.leasehold.gateway.GatewayOptions;
import dev.leasehold.gateway.PriceFile;
import dev.leasehold.gateway.call.CallLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a gateway until it is told to stop. */
@Command(
    name = "gateway",
    description = {
      "Runs a proxy for language models that counts what calls cost.",
      "SIGTERM or Ctrl-C stops it. It serves /v1/chat/completions, /v1/responses, /v1/embeddings"
          + " and /v1/messages. Clients show the IP token of their budget where their SDK has its"
          + " key; the provider is the one of the handshake, and its key stays here.",
      "Its own token has the role gateway: leasehold token issue gateway-1 --role gateway."
    },
    footer = {
      "",
      "Example:",
      "  LEASEHOLD_TOKEN=... leasehold gateway --prices prices.json",
      "",
      "LEASEHOLD_LOG sets how much is logged to standard error: error, warn, info or debug."
    })
final class RunGateway implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "What models cost, in JSON: dollars for a million tokens. Default: ${DEFAULT-VALUE} in"
              + " the current directory.",
      defaultValue = "prices.json")
  private Path prices = Path.of("prices.json");

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port, 0 for any free one. Default: ${DEFAULT-VALUE}.",
      defaultValue = "" + GatewayOptions.DEFAULT_PORT)
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "HOST",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}.",
      defaultValue = GatewayOptions.DEFAULT_HOST)
  private String host = GatewayOptions.DEFAULT_HOST;

  @Option(
      names = "--insecure-plaintext",
      description = "Listen without TLS on an address that other machines can reach.")
  private boolean insecurePlaintext;

  @Option(
      names = "--listen-cert",
      paramLabel = "FILE",
      description = "Listen with TLS: the gateway's own certificate, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--listen-key", paramLabel = "FILE", description = "Its key, PEM.")
  private @Nullable Path key;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "The gateway's own file, with which it settles after a crash. Default: beside the data"
              + " directory, one for each port.")
  private @Nullable Path journal;

  @Mixin private ServerOptions server;

  @SuppressWarnings("NullAway.Init") // picocli sets the spec
  private CommandSpec spec;

  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
    // Nothing that the server answers is printed.
    spec.remove(spec.findOption("--json"));
  }

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "A port is a number from 0 to " + MAX_PORT + ", not " + port + ".");
    }
    if ((certificate == null) != (key == null)) {
      throw new ParameterException(
          spec.commandLine(), "TLS needs both --listen-cert and --listen-key.");
    }
    Api api = server.connect();
    checkRole(api);
    Endpoint endpoint = api.endpoint();
    GatewayOptions options =
        new GatewayOptions(
            host,
            port,
            insecurePlaintext,
            certificate,
            key,
            Clients.options(endpoint).build(),
            endpoint.token(),
            priceFile(),
            journalFile(),
            CallLimits.USUAL);
    try (Gateway gateway = Gateway.start(options)) {
      CountDownLatch told = new CountDownLatch(1);
      ForwardedSignals.thatEnd(signal -> told.countDown());
      server.surroundings().out().println(announcement(gateway.url()));
      server.surroundings().out().flush();
      told.await();
    }
    return 0;
  }

  private static String announcement(String url) {
    return "leasehold gateway listens on "
        + url
        + ", for SDKs: OPENAI_BASE_URL="
        + url
        + "/v1 ANTHROPIC_BASE_URL="
        + url
        + " with an IP token as the key; try: leasehold budget run --gateway "
        + url
        + " -- COMMAND";
  }

  /** A wrong token is said now and not with the first call; a server that is away may come. */
  private static void checkRole(Api api) throws IOException {
    String role;
    try {
      role =
          api.post(
                  Address.of("/v1/tokens:introspect"),
                  new Body().with("token", api.endpoint().token()))
              .fields()
              .text("role");
    } catch (CallFailedException e) {
      if (e.exit() == Exit.UNAVAILABLE) {
        return;
      }
      throw e;
    }
    if (!role.equals("gateway")) {
      throw new CallFailedException(
          Exit.NOT_ALLOWED,
          "the token from "
              + api.endpoint().tokenSource()
              + " has the role "
              + role
              + ", and a gateway needs one of its own: leasehold token issue gateway-1 --role"
              + " gateway");
    }
  }

  private PriceFile priceFile() throws IOException {
    try {
      return PriceFile.read(prices);
    } catch (NoSuchFileException e) {
      throw new CallFailedException(
          Exit.USAGE, "there is no table of prices, name it with --prices: no " + prices);
    }
  }

  private Path journalFile() throws IOException {
    Surroundings surroundings = server.surroundings();
    Path file = journal;
    if (file == null) {
      Path data = DataFolder.of(surroundings.environment(), surroundings.system());
      file =
          data.toAbsolutePath()
              .resolveSibling(data.getFileName() + "-gateway")
              .resolve("journal-" + port);
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    return file;
  }
}
