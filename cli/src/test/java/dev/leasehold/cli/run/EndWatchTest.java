package dev.leasehold.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run learns at once of what others do to its lease. */
@Timeout(180)
class EndWatchTest {

  /** The lease cannot be renewed, and is looked up not before most of its time is over. */
  @Test
  void anExtensionIsLearntLongBeforeTheEnd(@TempDir Path data) throws Exception {
    try (RunningServer server = RunningServer.in(data);
        LeaseholdClient client =
            LeaseholdClient.connect(
                server.url(), Files.readString(data.resolve("admin.token")).strip())) {
      TestSurroundings admin = server.admin();
      succeeds(admin, "policy", "add", "desk", "--base", "checkout", "--extensions", "true");
      String leaseId =
          client
              .lease("p")
              .policy("desk")
              .path("/a")
              .ttl(Duration.ofHours(1))
              .acquire()
              .getLeaseId();
      HeldLease held = client.keep(leaseId);

      EndWatch.begin(client, held);

      // The first may come before the watch is there.
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                extend(admin, leaseId);
                return held.remaining().compareTo(Duration.ofHours(1)) > 0;
              });
      assertThat(held.lease().getRenewalCount()).isZero();
    }
  }

  private static void extend(TestSurroundings admin, String leaseId) {
    succeeds(admin, "extension", "request", leaseId, "--by", "1h", "--because", "the review");
    String request = admin.out().strip().replaceAll(".* ", "");
    succeeds(admin, "extension", "approve", request, "--reason", "fine");
  }

  private static void succeeds(TestSurroundings shell, String... words) {
    assertThat(shell.run(words)).as(shell.err()).isZero();
  }
}
