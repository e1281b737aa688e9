package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code leasehold run} from its start to its end, when nothing goes wrong. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class RunIT {

  @TempDir private static Path data;
  private static ServerHere server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = ServerHere.start(data);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void theCommandHasTheLeaseAndItIsReleasedWhenItEnds() throws Exception {
    CommandLine run =
        run(
            List.of("--path", "environment"),
            "echo $LEASEHOLD_LEASE_ID $LEASEHOLD_FENCING_TOKEN $LEASEHOLD_EPOCH; exit 0");

    assertThat(run.exitCode()).as(run.errors()).isZero();
    String[] words = run.output().strip().split(" ");
    JsonNode lease = lease(words[0]);
    assertThat(words[1]).isEqualTo(lease.path("fencingToken").asText());
    assertThat(words[2]).isEqualTo(lease.path("epoch").asText("0"));
    assertThat(lease.path("state").asText()).isEqualTo("RELEASED");
    assertThat(lease.path("reason").asText()).isEqualTo("COMPLETED");
    assertThat(run.errors().lines()).hasSize(2).allMatch(line -> line.startsWith("leasehold: "));
  }

  @Test
  void itsExitCodeIsPassedOnAndTheLeaseIsFreeAtOnce() throws Exception {
    for (int code : List.of(7, 1, 119)) {
      CommandLine run =
          run(List.of("--path", "codes", "--quiet"), "echo $LEASEHOLD_LEASE_ID; exit " + code);
      assertThat(run.exitCode()).isEqualTo(code);
      assertThat(run.errors()).isEmpty();
      assertThat(lease(run.output().strip()).path("reason").asText()).isEqualTo("ABORTED");
    }
  }

  @Test
  void aCommandMayTakeLongerThanTheLeaseLasts() throws Exception {
    CommandLine run =
        run(
            List.of("--path", "long", "--ttl", "6s"),
            "i=0; while [ $i -lt 100 ]; do i=$((i+1)); sleep 0.1; done; echo $LEASEHOLD_LEASE_ID");

    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(lease(run.output().strip()).path("renewalCount").asInt()).isGreaterThan(2);
  }

  @Test
  void whyTheCommandWasNotStartedIsToldByTheExitCode() throws Exception {
    server.admin().acquire("demo", "/taken", "1h");
    String never = "touch started";

    assertThat(run(List.of("--path", "taken"), never).exitCode()).isEqualTo(120);
    assertThat(run(List.of("--path", "taken", "--wait", "300ms"), never).exitCode()).isEqualTo(121);
    assertThat(run(List.of("--path", "a", "--server", "127.0.0.1:9"), never).exitCode())
        .isEqualTo(122);
    assertThat(run(List.of("--path", "a", "--token", "wrong"), never).exitCode()).isEqualTo(122);
    assertThat(run(List.of("--path", "a", "--ttl", "1ms"), never).exitCode()).isEqualTo(124);
    assertThat(run(List.of("--path", "a", "--ttl", "never"), never).exitCode()).isEqualTo(125);
    assertThat(run(List.of("--path", "a", "--hold-at-least", "99999h"), never).exitCode())
        .isEqualTo(125);
    CommandLine patient = run(List.of("--path", "a", "--grace", "1h"), never);
    assertThat(patient.exitCode()).isEqualTo(125);
    assertThat(patient.errors()).contains("--grace is at most", "here 120000ms, not 1h");
    try (RunningProcess run =
        RunProcess.start(
            server,
            directory,
            List.of("run", "--space", "demo", "--path", "a", "--", "no-such-program"))) {
      assertThat(run.awaitExit()).isEqualTo(127);
    }
    Files.writeString(directory.resolve("data"), "no program");
    try (RunningProcess run =
        RunProcess.start(
            server, directory, List.of("run", "--space", "demo", "--path", "a", "--", "./data"))) {
      assertThat(run.awaitExit()).isEqualTo(126);
      assertThat(run.errors()).isEqualTo("leasehold: ./data: not executable\n");
    }
    assertThat(server.admin().acquire("demo", "/a", "1h").isSuccess()).isTrue();
    assertThat(directory.resolve("started")).doesNotExist();
  }

  @Test
  void ifFreeDoesNothingAndSaysNothingWhenItIsHeld() throws Exception {
    server.admin().acquire("demo", "/cron", "1h");

    CommandLine run = run(List.of("--path", "cron", "--if-free"), "touch started");

    assertThat(run).isEqualTo(new CommandLine(0, "", ""));
    assertThat(directory.resolve("started")).doesNotExist();
  }

  @Test
  void holdAtLeastKeepsOthersOutAfterAQuickCommand() throws Exception {
    // Longer than the ttl, and no renewal could make up for that.
    CommandLine run =
        run(
            List.of(
                "--path", "quick", "--ttl", "6s", "--max-renewals", "0", "--hold-at-least", "20s"),
            "true");

    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(server.admin().acquire("demo", "/quick", "1s").code()).isEqualTo("SCOPE_OVERLAP");
    await()
        .atMost(RunningProcess.PATIENCE)
        .until(() -> server.admin().acquire("demo", "/quick", "1s").isSuccess());
  }

  @Test
  void twoRunsWithOneTokenWaitForEachOther() throws Exception {
    try (RunningProcess first =
            RunProcess.start(
                server, directory, List.of("--path", "both"), "touch one; read line; echo first");
        RunningProcess second = waitingBehind(first)) {
      await().atMost(RunningProcess.PATIENCE).until(() -> pending("/both/**") == 1);
      first.signal("TERM");
      assertThat(first.awaitExit()).isEqualTo(143);
      assertThat(second.awaitExit()).as(second.errors()).isZero();
      assertThat(second.output()).isEqualTo("second\n");
    }
  }

  @Test
  void aSignalEndsTheWaitAtOnce() throws Exception {
    server.admin().acquire("demo", "/waited", "1h");
    try (RunningProcess waiting =
        RunProcess.start(
            server, directory, List.of("--path", "waited", "--wait", "1m"), "touch started")) {
      await().atMost(RunningProcess.PATIENCE).until(() -> pending("/waited/**") == 1);
      waiting.signal("INT");
      assertThat(waiting.awaitExit()).isEqualTo(130);
      assertThat(pending("/waited/**")).isZero();
      assertThat(directory.resolve("started")).doesNotExist();
    } finally {
      for (LeaseView lease : server.admin().everyLease("demo")) {
        if (lease.isActive() && lease.scope().equals("/waited")) {
          server.admin().release(lease);
        }
      }
    }
  }

  @Test
  void aSignalEndsTheWaitOfAnAcquireToo() throws Exception {
    LeaseView held = server.admin().acquire("demo", "/asked", "1h").lease();
    try (RunningProcess waiting =
        RunProcess.start(
            server,
            directory,
            List.of("acquire", "--space=demo", "--path=/asked", "--session=second", "--wait=1m"))) {
      await().atMost(RunningProcess.PATIENCE).until(() -> pending("/asked/**") == 1);
      waiting.signal("TERM");
      assertThat(waiting.awaitExit()).isEqualTo(143);
      assertThat(pending("/asked/**")).isZero();
    } finally {
      server.admin().release(held);
    }
  }

  private RunningProcess waitingBehind(RunningProcess first) throws IOException {
    await().atMost(RunningProcess.PATIENCE).until(() -> Files.exists(directory.resolve("one")));
    assertThat(first.isAlive()).isTrue();
    return RunProcess.start(
        server, directory, List.of("--path", "both", "--wait", "1m"), "echo second");
  }

  private static long pending(String scope) throws IOException {
    return server.admin().everyLease("demo").stream()
        .filter(lease -> lease.state().equals("PENDING") && lease.scope().equals(scope))
        .count();
  }

  private CommandLine run(List<String> options, String script) throws IOException {
    return RunProcess.finish(server, directory, options, script);
  }

  private static JsonNode lease(String leaseId) throws IOException {
    return server.admin().get("/v1/leases/" + leaseId).json();
  }
}
