package dev.leasehold.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The measurement of a real server. */
class BenchTest {

  @TempDir static Path data;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.in(data);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void itMeasuresAndLeavesNoLeaseBehind() {
    TestSurroundings admin = server.admin();

    assertThat(
            admin.run(
                "bench",
                "--in-flight",
                "1,8",
                "--seconds",
                "1",
                "--warmup",
                "1",
                "--space",
                "speed"))
        .as(admin.err())
        .isZero();
    assertThat(admin.out().lines()).hasSize(3);
    assertThat(admin.out().lines().findFirst().orElseThrow()).contains("cycles/s", "p99.9");
    assertThat(admin.out()).contains(" ms").doesNotContain(" 0 ");
    assertThat(admin.run("ls", "--space", "speed", "--json")).isZero();
    assertThat(admin.out()).doesNotContain("leaseId");
    assertThat(admin.run("ls", "--space", "speed", "--state", "released", "--json")).isZero();
    assertThat(admin.out()).contains("leaseId");
  }

  @Test
  void programsGetTheFieldsOfTheComparison() {
    TestSurroundings agent = server.agent("measurer");

    assertThat(agent.run("bench", "--in-flight", "4", "--seconds", "1", "--warmup", "0", "--json"))
        .as(agent.err())
        .isZero();
    assertThat(agent.out())
        .containsPattern(
            "^\\{\"results\":\\[\\{\"system\":\"leasehold\",\"client\":\"java\",\"inFlight\":4,"
                + "\"cyclesPerSecond\":[0-9.]+,\"p50Micros\":\\d+,\"p99Micros\":\\d+,");
  }

  @ParameterizedTest
  @CsvSource({
    "--in-flight, 0",
    "--in-flight, 1025",
    "--in-flight, '1,2,3,4,5,6,7,8,9,10,11'",
    "--seconds, 0",
    "--seconds, 61",
    "--warmup, -1",
    "--warmup, 61"
  })
  void whatWouldTakeTooMuchIsRefusedWithTheBound(String option, String value) {
    TestSurroundings admin = server.admin();

    assertThat(admin.run("bench", option, value)).isEqualTo(Exit.USAGE.code());
    assertThat(admin.err()).contains(option + ": it is ");
    assertThat(admin.out()).isEmpty();
  }

  @Test
  void refusalsHaveTheirExitCodes() {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("token", "issue", "elsewhere", "--space", "other")).isZero();
    TestSurroundings elsewhere =
        new TestSurroundings()
            .with("LEASEHOLD_SERVER", server.url())
            .with("LEASEHOLD_TOKEN", admin.out().strip());

    assertThat(elsewhere.run("bench", "--seconds", "1")).isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(admin.run("bench", "--policy", "nonsense", "--seconds", "1"))
        .isEqualTo(Exit.of("INVALID_INPUT").code());
    assertThat(admin.err()).contains("policy", "workflow").doesNotContain("Exception");
    assertThat(admin.run("bench", "--token", "wrong")).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(admin.run("bench", "--server", "127.0.0.1:1")).isEqualTo(Exit.UNAVAILABLE.code());
  }
}
