package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Budgets on the command line, from the handshake to the end. */
@Timeout(180)
class BudgetCommandsTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private final TestSurroundings admin = server.admin();

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
    HttpRequest pool =
        HttpRequest.newBuilder(URI.create(server.url() + "/v1/pools"))
            .header(
                "Authorization", "Bearer " + Files.readString(data.resolve("admin.token")).strip())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"id\":\"team\",\"amounts\":{\"usd_micros\":100000000,\"tokens\":9000}}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(client.send(pool, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  /** Somebody with a token that draws on the pool. */
  private TestSurroundings drawer(String name) {
    assertThat(admin.run("token", "issue", name, "--pool", "team")).isZero();
    return server.bearer(admin.out().strip());
  }

  private static String field(TestSurroundings shell, String name) {
    return shell
        .out()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length()).strip())
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is missing in " + shell.out()));
  }

  @Test
  void aBudgetIsGotSpentReservedSettledRefreshedAndClosed() {
    TestSurroundings ann = drawer("ann");
    assertThat(ann.run("budget", "handshake", "--amount", "$12.50", "--amount", "tokens=2k"))
        .as(ann.err())
        .isZero();
    assertThat(field(ann, "granted")).isEqualTo("$12.50, 2,000 tokens");
    String lease = field(ann, "lease");
    TestSurroundings runtime = server.bearer(field(ann, "token"));

    assertThat(runtime.run("budget", "spend", lease, "--amount", "tokens=500")).isZero();
    assertThat(field(runtime, "left")).endsWith("1,500 tokens");
    String[] reserve = {"budget", "reserve", lease, "--amount", "$1", "--request-id", "call-1"};
    assertThat(runtime.run(reserve)).isZero();
    assertThat(field(runtime, "reserved")).isEqualTo("call-1");
    assertThat(
            runtime.run("budget", "settle", lease, "--reservation", "call-1", "--amount", "$0.40"))
        .isZero();
    assertThat(field(runtime, "spent")).isEqualTo("$0.40, 500 tokens");
    assertThat(runtime.run("budget", "cancel", lease, "--reservation", "none"))
        .isEqualTo(Exit.NOT_FOUND.code());
    assertThat(runtime.run("budget", "close", lease)).isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(runtime.err()).contains("is for lease " + lease + " alone");

    assertThat(ann.run("budget", "refresh", lease, "--amount", "tokens=1k")).isZero();
    assertThat(field(ann, "granted")).endsWith("3,000 tokens");
    assertThat(ann.run("budget", "show", lease)).isZero();
    assertThat(ann.out()).contains("tokens");
    assertThat(ann.run("budget", "close", lease)).isZero();
    assertThat(ann.out()).contains("closed");
    assertThat(runtime.run("budget", "show", lease)).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(runtime.err()).contains("lease " + lease + " was closed");
  }

  @Test
  void wrongAmountsAreRefusedHereAndBySayingWhich() {
    TestSurroundings bob = drawer("bob");
    assertThat(bob.run("budget", "handshake")).isEqualTo(Exit.USAGE.code());
    assertThat(bob.err()).contains("--amount");
    for (String wrong : new String[] {"tokens", "tokens=-1", "tokens=1.5", "$x", "$1.1234567"}) {
      assertThat(bob.run("budget", "handshake", "--amount", wrong))
          .as(wrong)
          .isEqualTo(Exit.USAGE.code());
      assertThat(bob.err()).contains(wrong);
    }
    assertThat(bob.run("budget", "handshake", "--amount", "tokens=1", "--amount", "tokens=2"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(bob.run("budget", "handshake", "--amount", "gold=1")).isNotZero();
    assertThat(bob.err()).contains("team", "gold");
  }

  @Test
  void evictTakesTheTokenAlongUnlessItIsKept() {
    TestSurroundings eve = drawer("eve");
    assertThat(eve.run("budget", "handshake", "--amount", "tokens=1")).isZero();
    String lease = field(eve, "lease");
    assertThat(admin.run("evict", lease, "--reason", "pause", "--keep-token")).isZero();
    assertThat(eve.run("budget", "handshake", "--amount", "tokens=1")).isZero();
    assertThat(admin.run("evict", field(eve, "lease"), "--reason", "fraud")).isZero();
    assertThat(eve.run("ls")).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(eve.err()).contains("was revoked: fraud");
  }
}
