package dev.leasehold.testing.process;

import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code leasehold run} as a process of its own, with a shell as its command. */
final class RunProcess {

  /** A build in the background ignores SIGINT, and whatever it starts would, too. */
  private static final List<String> DEFAULT_SIGNALS = List.of("env", "--default-signal=INT");

  private RunProcess() {}

  /**
   * @param options of run, up to the command
   */
  static RunningProcess start(
      AskedServer server, Path directory, List<String> options, String script) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--space", "demo"));
    words.addAll(options);
    words.addAll(List.of("--", "sh", "-c", script));
    return start(server, directory, words);
  }

  static RunningProcess start(AskedServer server, Path directory, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>(DEFAULT_SIGNALS);
    command.addAll(ServerProcess.java(ServerProcess.MAIN, words.toArray(String[]::new)));
    return RunningProcess.start(
        command,
        directory,
        Map.of(
            "LEASEHOLD_SERVER",
            server.url(),
            "LEASEHOLD_TOKEN",
            server.adminToken(),
            "LEASEHOLD_ROOT",
            directory.toString()));
  }

  static CommandLine finish(AskedServer server, Path directory, List<String> options, String script)
      throws IOException {
    try (RunningProcess run = start(server, directory, options, script)) {
      int exitCode = run.awaitExit();
      return new CommandLine(exitCode, run.output(), run.errors());
    }
  }

  /**
   * A script that gives a sign of life every few milliseconds, into a file, and does not end. It
   * starts no process for that: many such scripts run beside each other.
   */
  static String signsInto(String file) {
    String signs = "echo ${EPOCHREALTIME/[.,]/}000; read -t 0.02 -u 3";
    String loop = "exec 3<> <(:) >> " + file + "; while :; do " + signs + "; done";
    return "trap '' TERM INT HUP; exec bash -c '" + loop + "'";
  }

  /** When the signs began, in nanoseconds of the wall clock. */
  static long firstSign(Path file) {
    return Long.parseLong(signs(file).get(0));
  }

  static long lastSign(Path file) {
    List<String> signs = signs(file);
    return Long.parseLong(signs.get(signs.size() - 1));
  }

  private static List<String> signs(Path file) {
    return await()
        .atMost(RunningProcess.PATIENCE)
        .ignoreExceptions()
        .until(() -> Files.readAllLines(file), lines -> !lines.isEmpty());
  }
}
