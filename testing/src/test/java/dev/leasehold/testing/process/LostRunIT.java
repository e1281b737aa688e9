package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A command whose lease is lost runs no longer beside its successor, whatever happens to {@code
 * run}, the server or the lease. The commands here ignore every request to end.
 */
@Timeout(900)
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class LostRunIT {

  private static final int LOST = 123;

  private static final AtomicInteger NEXT = new AtomicInteger();

  /** Of the server that no test does anything to. */
  @TempDir private static Path sharedData;

  private static ServerHere shared;

  @TempDir private Path data;
  @TempDir private Path directory;
  private Path signs;

  /** Leased by this test alone. */
  private final String path = "path" + NEXT.incrementAndGet();

  @BeforeAll
  static void startShared() throws IOException {
    shared = ServerHere.start(sharedData);
  }

  @AfterAll
  static void stopShared() throws IOException {
    shared.close();
  }

  @BeforeEach
  void signs() {
    signs = directory.resolve("first");
  }

  @Test
  void whatAnAdminTakesAwayIsLostAtOnce() throws Exception {
    try (RunningProcess run = start(shared, "--ttl", "10m")) {
      RunProcess.firstSign(signs);
      LeaseView lease = lease(shared);
      long begin = System.nanoTime();
      Reply revoked =
          shared
              .admin()
              .post("/v1/leases/" + lease.leaseId() + ":revoke", Map.of("reason", "wanted"));
      assertThat(revoked.isSuccess()).as(revoked.text()).isTrue();
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(LOST);
      // The next renewal would be in three minutes.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
      assertThat(run.errors()).contains("REVOKED", "wanted");
    }
  }

  @Test
  void itEndsBeforeItsLeaseDoesWhenTheServerIsGone() throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        RunningProcess run = start(server, "--ttl", "15s", "--max-renewals", "0")) {
      RunProcess.firstSign(signs);
      Instant end = lease(server).expiresAt();
      server.kill();
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(LOST);
      assertThat(time(RunProcess.lastSign(signs))).isBefore(end);
    }
  }

  @Test
  void theNextBeginsWhenTheCommandOfALeaseThatCannotBeRenewedIsOver() throws Exception {
    try (RunningProcess run = start(shared, "--ttl", "15s", "--max-renewals", "0")) {
      RunProcess.firstSign(signs);
      assertNextBeginsAfterwards(shared);
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(LOST);
      assertThat(run.errors()).contains("cannot be renewed").doesNotContain("others may have it");
    }
  }

  @Test
  void whyItIsLostIsSaidThoughTheServerCouldNotSayIt() throws Exception {
    Api admin = shared.admin();
    Reply issued = admin.post("/v1/tokens", Map.of("actor", "ann", "role", "agent"));
    String token = issued.json().path("token").asText();
    try (RunningProcess noticed = start(shared, "--ttl", "10m");
        RunningProcess unknown =
            RunProcess.start(
                shared,
                directory,
                List.of("--path", "other", "--ttl", "9s", "--token", token),
                RunProcess.signsInto("other"))) {
      RunProcess.firstSign(signs);
      LeaseView lease = lease(shared);
      Map<String, String> notice = Map.of("reason", "deploy", "notice", "4s");
      assertThat(admin.post("/v1/leases/" + lease.leaseId() + ":revoke", notice).isSuccess())
          .isTrue();
      RunProcess.firstSign(directory.resolve("other"));
      String tokenId = issued.json().path("tokenId").asText();
      assertThat(admin.send("DELETE", "/v1/tokens/" + tokenId, new byte[0]).isSuccess()).isTrue();

      assertThat(noticed.awaitExit()).as(noticed.errors()).isEqualTo(LOST);
      assertThat(noticed.errors().lines())
          .anyMatch(line -> line.matches(".*will be taken away in [1-4] s by admin: deploy"))
          .anyMatch(line -> line.contains("was taken away with notice by admin: deploy"));
      assertThat(unknown.awaitExit()).as(unknown.errors()).isEqualTo(LOST);
      assertThat(unknown.errors()).contains("does not accept the token");
    }
  }

  @Test
  void theNextBeginsWhenTheCommandIsOverThoughItsRunIsStopped() throws Exception {
    try (RunningProcess run = start(shared, "--ttl", "15s")) {
      RunProcess.firstSign(signs);
      run.signal("STOP");
      assertNextBeginsAfterwards(shared);
      run.signal("CONT");
      assertThat(run.awaitExit()).as(run.errors()).isEqualTo(LOST);
    }
  }

  /** And soon: the lease would last much longer than anybody waits here. */
  @Test
  void theNextBeginsWhenTheCommandIsOverThoughItsRunWasKilled() throws Exception {
    try (RunningProcess run = start(shared, "--ttl", "10m")) {
      RunProcess.firstSign(signs);
      LeaseView lease = lease(shared);
      // Its output stays open as long as the command runs, so its end is that of both.
      ProcessHandle.of(run.pid()).orElseThrow().destroyForcibly();
      assertNextBeginsAfterwards(shared);
      assertThat(run.awaitExit()).isEqualTo(137);
      JsonNode ended = shared.admin().get("/v1/leases/" + lease.leaseId()).json();
      assertThat(ended.path("state").asText()).isEqualTo("RELEASED");
      assertThat(ended.path("reason").asText()).isEqualTo("ABORTED");
    }
  }

  /** Killed together, as by a machine that runs out of memory; only the server comes back. */
  @Test
  void theLeaseOfAKilledRunIsReleasedWhenTheServerIsBack() throws Exception {
    String leaseId;
    String port;
    try (ServerProcess server = ServerProcess.start(data);
        RunningProcess run = start(server, "--ttl", "10m")) {
      RunProcess.firstSign(signs);
      leaseId = lease(server).leaseId();
      port = server.url().substring(server.url().lastIndexOf(':') + 1);
      server.kill();
      ProcessHandle.of(run.pid()).orElseThrow().destroyForcibly();
      await().atMost(RunningProcess.PATIENCE).until(() -> isReleasing(leaseId));
      await().atMost(RunningProcess.PATIENCE).until(() -> !isReleasing(leaseId));
    }
    List<String> serve =
        ServerProcess.java(ServerProcess.MAIN, "serve", "--data", data.toString(), "--port", port);
    try (ServerProcess server = ServerProcess.awaitReady(RunningProcess.start(serve), data)) {
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> state(server, leaseId), state -> state.equals("RELEASED"));
    }
  }

  /** Whether a program is at it now; the guard, which has the same words, is a shell. */
  private static boolean isReleasing(String leaseId) {
    return ProcessHandle.allProcesses()
        .map(process -> words(process.pid()))
        .anyMatch(
            words ->
                words.get(0).endsWith("java")
                    && words.contains("release")
                    && words.contains(leaseId));
  }

  /** From the system itself: Java does not tell them where they are as long as a class path. */
  private static List<String> words(long pid) {
    try {
      return List.of(
          Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
              .split("\0", -1));
    } catch (IOException e) {
      return List.of(""); // It has ended.
    }
  }

  private static String state(AskedServer server, String leaseId) throws IOException {
    return server.admin().get("/v1/leases/" + leaseId).json().path("state").asText();
  }

  @Test
  void renewalsThatDoNotSucceedAreToldAtOnceAndOnce() throws Exception {
    String port;
    try (ServerProcess server = ServerProcess.start(data)) {
      Reply issued = server.admin().post("/v1/tokens", Map.of("actor", "ann", "role", "agent"));
      String token = issued.json().path("token").asText();
      String tokenId = issued.json().path("tokenId").asText();
      port = server.url().substring(server.url().lastIndexOf(':') + 1);
      try (RunningProcess run = start(server, "--ttl", "75s", "--token", token)) {
        RunProcess.firstSign(signs);
        server.kill();
        awaitError(run, "no server answers.* will be lost in [1-9]\\d s");
        List<String> serve =
            ServerProcess.java(
                ServerProcess.MAIN, "serve", "--data", data.toString(), "--port", port);
        try (ServerProcess next = ServerProcess.awaitReady(RunningProcess.start(serve), data)) {
          awaitError(run, "is renewed again");
          assertThat(next.admin().send("DELETE", "/v1/tokens/" + tokenId, new byte[0]).isSuccess())
              .isTrue();
          awaitError(run, "does not accept the token.* will be lost in [1-9]\\d s");
          assertThat(run.errors().lines().filter(line -> line.contains("will be lost"))).hasSize(2);
          assertThat(run.awaitExit()).isEqualTo(LOST);
          assertThat(run.errors().lines().filter(line -> line.contains("will be lost"))).hasSize(2);
        }
      }
    }
  }

  private static void awaitError(RunningProcess run, String pattern) {
    await()
        .atMost(RunningProcess.PATIENCE)
        .until(() -> run.errors().lines().anyMatch(line -> line.matches(".*" + pattern + ".*")));
  }

  /** The successor waits in line; its first sign of life comes after the last one of the first. */
  private void assertNextBeginsAfterwards(AskedServer server) throws IOException {
    Path second = directory.resolve("second");
    try (RunningProcess next =
        RunProcess.start(
            server,
            directory,
            List.of("--path", path, "--wait", "1m"),
            "date +%s%N > second; sleep 0.5")) {
      assertThat(next.awaitExit()).as(next.errors()).isZero();
    }
    assertThat(RunProcess.lastSign(signs)).isLessThan(RunProcess.firstSign(second));
  }

  private RunningProcess start(AskedServer server, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("--path", path));
    all.addAll(List.of(options));
    return RunProcess.start(server, directory, all, RunProcess.signsInto("first"));
  }

  /** The lease of this test's command. */
  private LeaseView lease(AskedServer server) throws IOException {
    return server.admin().everyLease("demo").stream()
        .filter(lease -> lease.scope().equals("/" + path + "/**"))
        .findFirst()
        .orElseThrow();
  }

  private static Instant time(long wallNanos) {
    return Instant.ofEpochSecond(0, wallNanos);
  }
}
