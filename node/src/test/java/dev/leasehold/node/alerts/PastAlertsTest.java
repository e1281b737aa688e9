package dev.leasehold.node.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.RecoveredNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.Wiring;
import dev.leasehold.node.metrics.LeaseCounts;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.publish.LeaseLookup;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts that a start finds in the last events, when their leases were made before those. */
class PastAlertsTest {

  private static final LeaseLookup NOBODY =
      leaseId -> CompletableFuture.completedFuture(Optional.empty());

  @TempDir Path directory;
  private final MovedTime time = new MovedTime();
  private long granted;
  private long alerted;

  /** A lease that was renewed late, has ended, and has left the kernel's memory. */
  @BeforeEach
  void record() throws Exception {
    try (ServedNode node = ServedNode.start(directory, time)) {
      String sloppy = node.tokenFor("sloppy", "agent");
      String lease =
          node.send(
                  sloppy,
                  "POST",
                  "/v1/leases",
                  "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"100s\"}")
              .get("leaseId");
      granted = node.lastPosition();
      for (int i = 0; i <= AlertDetector.LATE_RENEWALS; i++) {
        node.advance(Duration.ofSeconds(95));
        node.send(sloppy, "POST", "/v1/leases/" + lease + ":renew", "{\"ttl\":\"100s\"}");
      }
      alerted = node.lastPosition();
      node.send(sloppy, "POST", "/v1/leases/" + lease + ":release", "");
      await()
          .until(
              () -> {
                node.advance(Duration.ofMinutes(1));
                return node.endedCount() == 0;
              });
    }
  }

  private List<Long> positions(boolean asksTheTables) throws Exception {
    List<Long> found = new ArrayList<>();
    try (RecoveredNode recovered = Wiring.recover(directory, time, 100, failure -> {});
        BlockLookup journal = BlockLookup.open(recovered.directory().journalFile())) {
      Archive archive = recovered.tables().archive(recovered.agentVisibility());
      LeaseLookup lookup = asksTheTables ? archive::lease : NOBODY;
      long sinceTheGrant = recovered.kernel().lastPosition() - granted;
      new PastAlerts(recovered.kernel(), lookup)
          .find(new AlertDetector(new LeaseCounts()), journal, sinceTheGrant)
          .forEach(alert -> found.add(alert.position()));
    }
    return found;
  }

  @Test
  void theTablesTellWhoseALeaseWas() throws Exception {
    assertThat(positions(true)).containsExactly(alerted);
  }

  /** A renewal after an extension is late by the end that the extension has set. */
  @Test
  void anExtensionMovesTheEndThatRenewalsAreMeasuredBy() throws Exception {
    try (ServedNode node = ServedNode.start(directory, time)) {
      String prompt = node.tokenFor("prompt", "agent");
      node.post("/v1/policies", "{\"name\":\"long\",\"extensions\":true}");
      String body = "{\"policy\":\"long\",\"space\":\"t\",\"paths\":[\"/a\"],\"ttl\":\"100s\"}";
      String lease = node.send(prompt, "POST", "/v1/leases", body).get("leaseId");
      granted = node.lastPosition() - 1;
      for (int i = 0; i <= AlertDetector.LATE_RENEWALS; i++) {
        String ask = "{\"ttl\":\"60s\",\"justification\":\"tests\"}";
        String path = "/v1/leases/" + lease;
        String asked =
            node.send(prompt, "POST", path + ":requestExtension", ask).get("extensionRequestId");
        node.post("/v1/requests/" + asked + ":approve", "{\"reason\":\"fine\"}");
        node.advance(Duration.ofSeconds(95));
        assertThat(node.send(prompt, "POST", path + ":renew", "{\"ttl\":\"100s\"}").status())
            .isEqualTo(200);
      }
    }
    assertThat(positions(true)).isEmpty();
  }

  @Test
  void whatNobodyRemembersGivesNoAlert() throws Exception {
    assertThat(positions(false)).isEmpty();
  }
}
