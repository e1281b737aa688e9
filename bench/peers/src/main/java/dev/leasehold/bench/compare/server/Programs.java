package dev.leasehold.bench.compare.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and starts programs that listen on a port. */
public final class Programs {

  static final String LOOPBACK = "127.0.0.1";

  private static final long PATIENCE_NANOS = 180_000_000_000L;
  private static final int MOST_LINES_OF_A_LOG = 20;

  private Programs() {}

  /** Finds a program as a shell would, or where Debian keeps those of administrators. */
  public static Optional<Path> find(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/bin";
    return Stream.of(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts it with its output in a file and waits until it listens. */
  static Process start(List<String> command, Path directory, int port)
      throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    Process process =
        Children.start(
            new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!listens(port)) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        Children.end(process);
        throw new IOException(command.get(0) + " did not start: " + tail(log));
      }
      Thread.sleep(50);
    }
    return process;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(LOOPBACK, port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The end of a log, for a person who has to see why. */
  public static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - MOST_LINES_OF_A_LOG), lines.size()));
    } catch (IOException e) {
      return "it has no log: " + e;
    }
  }

  /** The first line that a program prints when asked so. */
  public static String firstLine(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        String line = lines.readLine();
        return line == null ? "" : line.strip();
      }
    } catch (IOException e) {
      return "";
    }
  }
}
