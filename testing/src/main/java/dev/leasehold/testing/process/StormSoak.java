package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lets as many leases as told end within the same second. */
public final class StormSoak {

  private static final String USAGE =
      """
      Grants many leases whose deadlines lie within the same second, and measures how late the end
      of the last is recorded and what renewals of another lease take meanwhile.

        --leases N     (1000000)
        --heap-mb N    what the server's JVM may use (2048)
        --new-mb N     how much of that may be new before it is collected (48)

      Granting takes its time before the storm: N requests over one stream. A storm of a quarter of
      the leases comes first, so that it is not cold code that is measured. How late is known to a
      tenth of a second. Ends with 1 if a renewal failed.\
      """;

  private StormSoak() {}

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(arguments, USAGE, "--leases", "--heap-mb", "--new-mb");
    int leases = (int) options.get("--leases", 1_000_000);
    Path directory = Files.createTempDirectory("leasehold-storm");
    int heapMegabytes = (int) options.get("--heap-mb", 2_048);
    try (ServerProcess server =
            ServerProcess.start(
                directory.resolve("data"),
                "-Xmx" + heapMegabytes + "m",
                "-XX:-UseSerialGC",
                "-XX:+UseG1GC",
                "-XX:MaxGCPauseMillis=20",
                "-XX:MaxNewSize=" + options.get("--new-mb", 64) + "m",
                "-XX:MaxTenuringThreshold=2",
                "-XX:SurvivorRatio=4",
                "-XX:TargetSurvivorRatio=90",
                "-XX:GCTimeRatio=1",
                "-XX:MaxHeapFreeRatio=50",
                "-XX:-G1UseAdaptiveIHOP",
                "-XX:InitiatingHeapOccupancyPercent=75",
                "-XX:TieredStopAtLevel=4");
        Storm storm = new Storm(server)) {
      Storm.Result result = storm.brew(leases);
      System.out.printf(
          "%,d leases ended within %.3f s, the last was recorded %.3f s late; renewals meanwhile:"
              + " %s; longest decision %.1f ms%n",
          result.leases(),
          result.spreadNanos() / 1e9,
          result.lateNanos() / 1e9,
          result.renewalNanos(),
          result.longestDecisionNanos() / 1e6);
    }
    DataCopy.delete(directory);
  }
}
