package dev.leasehold.cli;

import dev.leasehold.node.Access;
import dev.leasehold.node.LfsUpstreamSettings;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a server until it is told to stop. */
@Command(
    name = "serve",
    description = {
      "Runs a server until it is told to stop.",
      "SIGTERM or Ctrl-C stops it when the requests under way are done; it ends with 0 then."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "LEASEHOLD_LOG sets how much is logged to standard error: error, warn, info or debug."
    })
final class Serve implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data directory. Default: LEASEHOLD_DATA, else your local data folder.")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port, 0 for any free one. Default: ${DEFAULT-VALUE}.",
      defaultValue = "" + Server.DEFAULT_PORT)
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "HOST",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}.",
      defaultValue = Server.DEFAULT_HOST)
  private String host = Server.DEFAULT_HOST;

  @Option(
      names = "--insecure-plaintext",
      description = "Listen without TLS on an address that other machines can reach.")
  private boolean insecurePlaintext;

  /** How log lines look. */
  enum LogFormat {
    text,
    json
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "Log lines as text or as one JSON object each. Default: ${DEFAULT-VALUE}.",
      defaultValue = "text")
  private LogFormat logFormat = LogFormat.text;

  @Option(
      names = "--open-metrics",
      description = "Show /metrics to those without a token; it names holders.")
  private boolean openMetrics;

  @Option(
      names = "--provider-key-file",
      paramLabel = "FILE",
      description =
          "The file with the key that provider keys are encrypted with. Default: provider.key in"
              + " the data directory.")
  private @Nullable Path providerKeyFile;

  @Option(
      names = "--lfs-upstream",
      paramLabel = "URL",
      description =
          "Where the objects of git-lfs are, with {space} for the name of the space, as in"
              + " https://git.example.com/{space}.git/info/lfs. Without it only locks are served.")
  private @Nullable String lfsUpstream;

  @Option(
      names = "--lfs-upstream-credential-file",
      paramLabel = "FILE",
      description = "What the server is known by there: one line, user:password or Bearer TOKEN.")
  private @Nullable Path lfsUpstreamCredentialFile;

  @Mixin private AccessOptions access = new AccessOptions();

  @Mixin private OutsideOptions outside = new OutsideOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "A port is a number from 0 to " + MAX_PORT + ", not " + port + ".");
    }
    Access meant = access.toAccess();
    String contradiction =
        meant.contradiction() != null ? meant.contradiction() : outside.contradiction();
    if (contradiction != null) {
      throw new ParameterException(spec.commandLine(), contradiction + ".");
    }
    if (lfsUpstream == null && lfsUpstreamCredentialFile != null) {
      throw new ParameterException(
          spec.commandLine(), "--lfs-upstream-credential-file needs --lfs-upstream.");
    }
    if (logFormat == LogFormat.json) {
      StderrLogging.writeJson();
    }
    Path directory = data != null ? data : DataFolder.of(System.getenv(), System.getProperties());
    try {
      return ServingProcess.run(
          new Server.Options(
              directory,
              host,
              port,
              insecurePlaintext,
              new SystemTime(),
              ServingProcess::halt,
              meant,
              openMetrics,
              providerKeyFile,
              lfsUpstream == null
                  ? null
                  : new LfsUpstreamSettings(lfsUpstream, lfsUpstreamCredentialFile),
              outside.toSettings()));
    } catch (FileSystemException e) {
      Path file = e.getFile() == null ? directory : Path.of(e.getFile());
      if (!file.startsWith(directory) && !directory.startsWith(file)) {
        throw e;
      }
      throw new IOException(
          "the data directory " + directory + " cannot be used: " + Main.sentence(e), e);
    }
  }
}
