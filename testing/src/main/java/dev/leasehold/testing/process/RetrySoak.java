package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Retries requests long after their replies were lost. */
public final class RetrySoak {

  private static final String USAGE =
      """
      Sends requests whose replies get lost, waits, kills the server and starts it again, and sends
      them again with the same request ids: each has had one effect.

        --seconds S   how long the client waits before it tries again (61)
        --requests N  times four requests whose replies get lost (20)

      Ends with 1 if something was done twice or not at all, and says what.\
      """;

  private RetrySoak() {}

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(arguments, USAGE, "--seconds", "--requests");
    Path directory = Files.createTempDirectory("leasehold-retry");
    List<DroppedReplies> dropped = new ArrayList<>();
    List<String> violations = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(directory.resolve("data"))) {
      for (int i = 0; i < options.get("--requests", 20); i++) {
        DroppedReplies.How how = DroppedReplies.How.values()[i % 2];
        dropped.add(DroppedReplies.send(server, "r" + i, how));
      }
      TimeUnit.SECONDS.sleep(options.get("--seconds", 61));
      for (DroppedReplies lost : dropped) {
        violations.addAll(lost.retry(server));
      }
      server.kill();
    }
    try (ServerProcess server = ServerProcess.start(directory.resolve("data"))) {
      for (DroppedReplies lost : dropped) {
        violations.addAll(lost.retry(server));
      }
    }
    System.out.printf(
        "%d requests tried again, %d violations%n", 4 * dropped.size(), violations.size());
    violations.forEach(System.out::println);
    DataCopy.delete(directory);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
