package dev.leasehold.testing.programs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.cli.Main;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * The command {@code leasehold} for shells and hooks, carried out in this JVM: a script hands over
 * its words, environment, folder and input, and says and ends with what the command does. The start
 * of a JVM for each command costs a hundred times as much. Commands that start or become processes,
 * or that run until they are stopped, go to a real {@code leasehold}, and so do all where {@link
 * #REAL} is set.
 */
public final class CommandsHere implements AutoCloseable {

  /** A variable: if it is not empty, every command is a process of its own. */
  public static final String REAL = "LEASEHOLD_REAL";

  /** Commands that start processes, run until they are stopped, or find files by their process. */
  private static final String PROCESSES =
      "run | serve | gateway | watch | bench | journal | verify | backup | restore";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path calls;

  private CommandsHere(HttpServer server, Path calls) {
    this.server = server;
    this.calls = calls;
  }

  /**
   * Begins to take commands.
   *
   * @param calls a folder for what is handed over
   */
  public static CommandsHere start(Path calls) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    CommandsHere here = new CommandsHere(server, Files.createDirectories(calls));
    server.setExecutor(here.threads);
    server.createContext("/", here::answer);
    server.start();
    return here;
  }

  /**
   * Writes the program.
   *
   * @param real words of a shell that start the real command
   */
  public Path program(Path file, String real) throws IOException {
    String script =
        """
        #!/bin/sh
        [ -z "${LEASEHOLD_REAL:-}" ] || exec %2$s "$@"
        case ${1:-} in %1$s) exec %2$s "$@" ;; esac
        case "${1:-} ${2:-}" in "budget run") exec %2$s "$@" ;; esac
        call=$(mktemp -d '%3$s/XXXXXXXX') || exit 70
        cat > "$call/in"
        printf '%%s\\0' "$PWD" "$@" > "$call/words"
        env -0 > "$call/environment"
        PATH=${USUAL_PATH:-$PATH} curl -sf "http://127.0.0.1:%4$d/${call##*/}" || exit 70
        cat "$call/errors" >&2
        cat "$call/output"
        read -r code < "$call/code"
        exit "$code"
        """
            .formatted(PROCESSES, real, calls, server.getAddress().getPort());
    Files.writeString(file, script);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path call = calls.resolve(exchange.getRequestURI().getPath().substring(1));
      Files.writeString(call.resolve("code"), run(call) + "\n");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static int run(Path call) throws IOException {
    List<String> words = parts(call.resolve("words"));
    Map<String, String> environment =
        parts(call.resolve("environment")).stream()
            .map(variable -> variable.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, TreeMap::new));
    Properties system = new Properties();
    system.putAll(System.getProperties());
    system.setProperty("user.dir", words.get(0));
    try (InputStream in = Files.newInputStream(call.resolve("in"));
        PrintWriter output = writer(call.resolve("output"));
        PrintWriter errors = writer(call.resolve("errors"))) {
      return Main.run(
          new Surroundings(
              environment,
              system,
              in,
              output,
              errors,
              Screen.NONE,
              false,
              InstantSource.system(),
              ZoneOffset.UTC),
          words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  private static PrintWriter writer(Path file) throws IOException {
    return new PrintWriter(Files.newBufferedWriter(file), true);
  }

  private static List<String> parts(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    return Arrays.asList(text.substring(0, text.length() - 1).split("\0", -1));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
