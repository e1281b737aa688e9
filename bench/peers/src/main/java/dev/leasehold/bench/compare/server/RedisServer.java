package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redis, which syncs its append-only file before it replies: the installed one, else a jar's. */
final class RedisServer {

  private static final String IN_JAR = "/redis-server-7.0.15-";
  private static final Pattern VERSION = Pattern.compile("v=([0-9.]+)");

  private RedisServer() {}

  static PeerServer start(Path directory)
      throws IOException, InterruptedException, MissingException {
    Path program = program(directory);
    int port = Programs.freePort();
    Process process =
        Programs.start(
            List.of(
                program.toString(),
                "--bind",
                Programs.LOOPBACK,
                "--port",
                Integer.toString(port),
                "--dir",
                directory.toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "",
                "--daemonize",
                "no"),
            directory,
            port);
    Matcher version = VERSION.matcher(Programs.firstLine(program.toString(), "--version"));
    return new PeerServer(
        ServerKind.REDIS,
        "Redis "
            + (version.find() ? version.group(1) : "of unknown version")
            + ", `appendonly yes`, `appendfsync always`, no snapshots by time",
        new Target("redis://" + Programs.LOOPBACK + ":" + port, ""),
        process.toHandle());
  }

  private static Path program(Path directory) throws IOException, MissingException {
    Optional<Path> installed = Programs.find("redis-server");
    if (installed.isPresent()) {
      return installed.get();
    }
    String system = System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
    String processor =
        System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64")
            ? "arm64"
            : "amd64";
    try (InputStream bytes =
        RedisServer.class.getResourceAsStream(IN_JAR + system + "-" + processor)) {
      if (bytes == null) {
        throw new MissingException("install redis-server: there is none in the jar for " + system);
      }
      Path program = directory.resolve("redis-server");
      Files.copy(bytes, program);
      if (!program.toFile().setExecutable(true)) {
        throw new IOException(program + " cannot be made executable");
      }
      return program;
    }
  }
}
