package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lets as many waiters as told wait for one resource. */
public final class WaitersSoak {

  private static final String USAGE =
      """
      The holder of a resource dies while many wait for it. Each of them is granted it once, alone
      and with a greater token than the one before; nobody is forgotten.

        --waiters N    (10000)
        --seconds S    how long all of it may take (600)
        --heap-mb N    what the server's JVM may use (1024)

      Ends with 1 if something was wrong, and says what.\
      """;

  private WaitersSoak() {}

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(arguments, USAGE, "--waiters", "--seconds", "--heap-mb");
    Path directory = Files.createTempDirectory("leasehold-waiters");
    List<String> violations = new ArrayList<>();
    int count = (int) options.get("--waiters", 10_000);
    String heap = "-Xmx" + options.get("--heap-mb", 1_024) + "m";
    try (ServerProcess server = ServerProcess.start(directory.resolve("data"), heap);
        Waiters waiters = new Waiters(count)) {
      server.admin().acquire(Waiters.SPACE, Waiters.PATH, "10s").lease();
      long begun = System.nanoTime();
      waiters.meet(server);
      if (!waiters.awaitAll(options.get("--seconds", 600))) {
        violations.add(waiters.left() + " were not served in time");
      }
      violations.addAll(waiters.violations());
      System.out.printf(
          "%,d waiters were served in %.1f s%n",
          count - waiters.left(), (System.nanoTime() - begun) / 1e9);
      if (!violations.isEmpty()) {
        server.process().errors().lines().limit(100).forEach(System.out::println);
      }
    }
    violations.stream().limit(20).forEach(System.out::println);
    DataCopy.delete(directory);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
