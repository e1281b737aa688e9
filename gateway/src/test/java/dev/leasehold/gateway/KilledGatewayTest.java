package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.budget.Report;
import dev.leasehold.client.budget.ReportFile;
import dev.leasehold.gateway.call.CallLimits;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway, a budget or a server that goes in the middle of a call leaves the books right. */
@Timeout(120)
class KilledGatewayTest {

  @TempDir private static Path directory;
  private static GatewayRig rig;

  @BeforeAll
  static void start() throws Exception {
    rig = new GatewayRig(directory, CallLimits.USUAL);
  }

  @AfterAll
  static void stop() throws Exception {
    rig.close();
  }

  private void reserve(GatewayRig.Budget budget, String id) {
    try (LeaseholdClient client = LeaseholdClient.connect(rig.clientOptions())) {
      client.reserve(
          ReserveRequest.newBuilder()
              .setLeaseId(budget.leaseId)
              .setRequestId(id)
              .putAmounts("tokens", 100)
              .setIpToken(budget.ipToken)
              .build());
    }
  }

  /** The file is as a kill leaves it: begun, partly known, known and not yet told. */
  @Test
  void aGatewayThatIsStartedAgainSettlesWhatItsFileKnows() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("tokens", 1_000L));
    rig.gateway.close();
    for (String id : new String[] {"unknown", "seen", "over", "failed"}) {
      reserve(budget, id);
    }
    try (ReportFile file = new ReportFile(rig.journal, false)) {
      file.keep(new Report(budget.leaseId, "unknown", Report.Kind.OPEN, Map.of()));
      file.keep(new Report(budget.leaseId, "seen", Report.Kind.OPEN, Map.of("tokens", 30L)));
      file.keep(new Report(budget.leaseId, "over", Report.Kind.COST, Map.of("tokens", 40L)));
      file.keep(new Report(budget.leaseId, "failed", Report.Kind.CANCEL, Map.of()));
    }
    // Also when the budget is over by then.
    budget.holder.close(CloseLeaseRequest.newBuilder().setLeaseId(budget.leaseId).build());
    rig.gateway = rig.startGateway();
    await().until(() -> budget.spent().get("tokens") == 70);
    // The call of unknown outcome stays set aside until its reservation runs out.
    assertThat(budget.lease().getBudget().getReservedMap()).containsEntry("tokens", 100L);
    assertThat(rig.metric("leasehold_gateway_reports_unsent")).isZero();
  }

  /** The call is under way when the budget is closed; it is settled all the same. */
  @Test
  void aCallIsSettledAfterItsBudgetHasEnded() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    CountDownLatch closed = new CountDownLatch(1);
    rig.provider.when(
        "m-late",
        (asked, answer) -> {
          closed.await();
          answer.json(200, Samples.CHAT);
        });
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(rig.gateway.url() + "/v1/chat/completions"))
            .header("Authorization", "Bearer " + budget.ipToken)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"model\":\"m-late\",\"max_tokens\":9,\"messages\":[]}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
      await().until(() -> !rig.provider.asked("m-late").isEmpty());
      budget.holder.close(CloseLeaseRequest.newBuilder().setLeaseId(budget.leaseId).build());
      assertThat(budget.lease().getState()).isEqualTo(Lease.State.CLOSED);
      closed.countDown();
      assertThat(answer.join().statusCode()).isEqualTo(200);
      budget.awaitSpent(58, 15);
      // The token has ended with the budget.
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(401);
    }
  }

  /** The provider's key is in no file of the server and of the gateway. */
  @Test
  void theKeyIsOnNoDisk() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-canary", (asked, answer) -> answer.json(200, Samples.CHAT));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(rig.gateway.url() + "/v1/chat/completions"))
            .header("Authorization", "Bearer " + budget.ipToken)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"model\":\"m-canary\",\"messages\":[\"a secret prompt\"]}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(request, HttpResponse.BodyHandlers.ofString());
    }
    budget.awaitSpent(58, 15);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(content).as(file.toString()).doesNotContain(GatewayRig.KEY, "a secret prompt");
      }
    }
  }
}
