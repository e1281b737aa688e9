package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code leasehold budget run} from the handshake to the close. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class BudgetRunIT {

  @TempDir private static Path data;
  private static ServerHere server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = ServerHere.start(data);
    assertThat(
            server
                .admin()
                .post("/v1/pools", Map.of("id", "team", "amounts", Map.of("tokens", 100_000)))
                .isSuccess())
        .isTrue();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private RunningProcess run(String agent, List<String> options, String script) throws IOException {
    String token =
        server
            .admin()
            .post("/v1/tokens", Map.of("actor", agent, "role", "agent", "pool", "team"))
            .json()
            .path("token")
            .asText();
    List<String> words = new ArrayList<>(List.of("budget", "run", "--token", token));
    words.addAll(List.of("--amount", "tokens=5k"));
    words.addAll(options);
    words.addAll(List.of("--", "sh", "-c", script));
    return RunProcess.start(server, directory, words);
  }

  private static JsonNode lease(String id) throws IOException {
    return server.admin().get("/v1/leases/" + id).json();
  }

  @Test
  void theCommandHasLeaseTokensAndGatewayAndTheRestGoesBack() throws Exception {
    String says =
        "echo $LEASEHOLD_LEASE $LEASEHOLD_IP_TOKEN $LEASEHOLD_TOKEN $OPENAI_API_KEY"
            + " $ANTHROPIC_API_KEY $OPENAI_BASE_URL $ANTHROPIC_BASE_URL $LEASEHOLD_SERVER; exit 7";
    try (RunningProcess run = run("ann", List.of("--gateway", "http://127.0.0.1:7430/"), says)) {
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(7);
      String[] words = run.output().strip().split(" ");
      assertThat(List.of(words).subList(1, 5)).containsOnly(words[1]);
      assertThat(words[1]).isNotEqualTo(server.adminToken());
      assertThat(words[5]).isEqualTo("http://127.0.0.1:7430/v1");
      assertThat(words[6]).isEqualTo("http://127.0.0.1:7430");
      assertThat(words[7]).isEqualTo(server.url());
      assertThat(lease(words[0]).path("state").asText()).isEqualTo("CLOSED");
      assertThat(run.errors().lines()).hasSize(2).allMatch(line -> line.startsWith("leasehold: "));
    }
  }

  @Test
  void whyTheCommandWasNotStartedIsToldByTheExitCode() throws Exception {
    String never = "touch started";
    try (RunningProcess run = run("bob", List.of("--amount", "gold=1"), never)) {
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(124);
    }
    try (RunningProcess run = run("bob", List.of("--server", "127.0.0.1:9"), never)) {
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(122);
    }
    assertThat(directory.resolve("started")).doesNotExist();
  }

  @Test
  void aRunThatIsKilledClosesItsBudget() throws Exception {
    Path id = directory.resolve("id");
    try (RunningProcess run =
        run("eve", List.of(), "echo $LEASEHOLD_LEASE > made && mv made id; sleep 600")) {
      await().atMost(RunningProcess.PATIENCE).until(() -> Files.exists(id));
      String leaseId = Files.readString(id).strip();
      assertThat(lease(leaseId).path("state").asText()).isEqualTo("ACTIVE");
      run.kill();
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> lease(leaseId).path("state").asText().equals("CLOSED"));
    }
  }
}
