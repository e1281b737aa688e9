package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Leasehold as {@code ./leasehold serve} starts it. */
final class LeaseholdServer {

  /** Names the launcher of the checkout that this was built in. */
  static final String LAUNCHER_PROPERTY = "leasehold.launcher";

  /** One client holds all of a crowd, as at the others. */
  private static final String LEASES_PER_HOLDER = "10000000";

  private LeaseholdServer() {}

  static PeerServer start(Path directory)
      throws IOException, InterruptedException, MissingException {
    Path launcher = launcher();
    int port = Programs.freePort();
    Path data = directory.resolve("data");
    Process process =
        Programs.start(
            List.of(
                launcher.toString(),
                "serve",
                "--data",
                data.toString(),
                "--port",
                Integer.toString(port),
                "--leases-per-holder",
                LEASES_PER_HOLDER),
            directory,
            port);
    String token = Files.readString(data.resolve("admin.token")).strip();
    String options = System.getenv().getOrDefault("LEASEHOLD_JAVA_OPTS", "");
    return new PeerServer(
        ServerKind.LEASEHOLD,
        Programs.firstLine(launcher.toString(), "--version")
            + ", options of `./leasehold serve --leases-per-holder "
            + LEASES_PER_HOLDER
            + "`"
            + (options.isEmpty() ? "" : " and " + options),
        new Target(Programs.LOOPBACK + ":" + port, token),
        process.toHandle());
  }

  private static Path launcher() throws MissingException {
    Path launcher = Path.of(System.getProperty(LAUNCHER_PROPERTY, "leasehold")).toAbsolutePath();
    if (!Files.isExecutable(launcher)) {
      throw new MissingException("there is no launcher at " + launcher + ": run bench/compare");
    }
    return launcher;
  }
}
