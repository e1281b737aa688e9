package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pools, requests for more and reports on the command line. */
@Timeout(180)
class PoolCommandsTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private final TestSurroundings admin = server.admin();

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private void create(String pool, String... amounts) {
    String[] words = new String[3 + 2 * amounts.length];
    System.arraycopy(new String[] {"pool", "create", pool}, 0, words, 0, 3);
    for (int i = 0; i < amounts.length; i++) {
      words[3 + 2 * i] = "--amount";
      words[4 + 2 * i] = amounts[i];
    }
    assertThat(admin.run(words)).as(admin.err()).isZero();
  }

  private TestSurroundings drawer(String name, String pool) {
    assertThat(admin.run("token", "issue", name, "--pool", pool)).isZero();
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
  void aPoolIsMadeFilledEmptiedAndShown() {
    create("team", "$100", "2M tokens");
    assertThat(field(admin, "free")).isEqualTo("$100.00, 2,000,000 tokens");
    assertThat(admin.run("pool", "deposit", "team", "--amount", "$5.50", "--reason", "more"))
        .isZero();
    assertThat(field(admin, "total")).isEqualTo("$105.50, 2,000,000 tokens");
    assertThat(admin.run("pool", "withdraw", "team", "--amount", "tokens=1M", "--reason", "less"))
        .isZero();
    assertThat(admin.run("pool", "show", "team")).isZero();
    assertThat(field(admin, "free")).isEqualTo("$105.50, 1,000,000 tokens");
    assertThat(field(admin, "spent")).isEqualTo("$0.00, 0 tokens");
    assertThat(admin.run("pool", "ls")).isZero();
    assertThat(admin.out()).contains("POOL", "team", "$105.50, 1,000,000 tokens");
    assertThat(admin.run("pool", "ls", "--json")).isZero();
    assertThat(admin.out()).contains("\"usd_micros\":\"105500000\"");
    assertThat(admin.run("pool", "withdraw", "team", "--amount", "$900", "--reason", "all"))
        .isEqualTo(Exit.BUDGET.code());
    assertThat(admin.run("pool", "deposit", "team", "--amount", "5", "--reason", "x"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(admin.err()).contains("tokens=5 or $5");
    assertThat(admin.run("pool", "show", "taem")).isEqualTo(Exit.NOT_FOUND.code());
    assertThat(admin.err()).contains("did you mean team?");
  }

  @Test
  void aPoolIsToppedUpEveryMonth() {
    String[] words = {
      "pool", "create", "monthly", "--amount", "$50", "--every", "month", "--zone", "Europe/Berlin"
    };
    assertThat(admin.run(words)).as(admin.err()).isZero();
    assertThat(field(admin, "topped up")).isEqualTo("every month in Europe/Berlin, to $50.00");
    assertThat(field(admin, "next")).startsWith("in ");
    await()
        .until(
            () -> admin.run("pool", "show", "monthly") == 0 && admin.out().contains("last period"));
    assertThat(admin.run("pool", "recur", "monthly", "--every", "day", "--zone", "Nowhere"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(admin.run("pool", "recur", "monthly")).isZero();
    assertThat(admin.out()).doesNotContain("topped up");
  }

  @Test
  void aLeaseOfAnotherPolicyMayHaveABudgetToo() {
    create("jobs", "20k tokens");
    TestSurroundings ann = drawer("ann", "jobs");
    String[] words = {
      "acquire", "--space", "jobs", "--name", "night", "--policy", "work", "--budget", "5k tokens"
    };
    assertThat(ann.run(words)).as(ann.err()).isZero();
    assertThat(field(ann, "granted")).isEqualTo("5,000 tokens");
    assertThat(field(ann, "pool")).isEqualTo("jobs");
    words[8] = "many";
    assertThat(ann.run(words)).isEqualTo(Exit.USAGE.code());
    assertThat(ann.err()).contains("--budget many", "2M tokens");
  }

  @Test
  void moreIsRequestedListedAndDecided() {
    create("short", "$10");
    TestSurroundings bob = drawer("bob", "short");
    assertThat(bob.run("budget", "handshake", "--amount", "$8")).as(bob.err()).isZero();
    String lease = field(bob, "lease");
    assertThat(bob.run("budget", "request", lease, "--amount", "$5", "--because", "more tests"))
        .as(bob.err())
        .isZero();
    String id = bob.out().strip().replaceAll(".* ", "");
    assertThat(admin.run("budget", "requests")).isZero();
    assertThat(admin.out()).contains(id, "bob", "short", "$5.00", "open", "more tests");
    assertThat(bob.run("budget", "approve", id, "--reason", "me"))
        .isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(admin.run("budget", "approve", id, "--reason", "fine")).isZero();
    assertThat(admin.out()).contains("of bob for $5.00 is approved");
    assertThat(bob.run("budget", "show", lease)).isZero();
    assertThat(bob.out()).contains("$13.00");
    assertThat(bob.err()).contains("got what was asked for, by admin", "fine");
    assertThat(admin.run("pool", "show", "short")).isZero();
    assertThat(field(admin, "total")).isEqualTo("$13.00");
    assertThat(admin.run("budget", "decline", id, "--reason", "no")).isEqualTo(Exit.USAGE.code());
    assertThat(admin.run("budget", "requests", "--lease", lease)).isZero();
    assertThat(admin.out()).contains("approved by admin");
    assertThat(admin.run("history", lease)).isZero();
    assertThat(admin.out()).contains("bob asked for $5.00 more: more tests");
  }

  @Test
  void whatWasSpentIsReportedInEveryFormat() {
    create("spends", "$100", "1M tokens");
    TestSurroundings cyd = drawer("cyd", "spends");
    assertThat(cyd.run("budget", "handshake", "--amount", "$50", "--amount", "100k tokens"))
        .isZero();
    String lease = field(cyd, "lease");
    String[] spend = {
      "budget", "spend", lease, "--amount", "$3", "--label", "model=<big> & \"co\""
    };
    assertThat(cyd.run(spend)).as(cyd.err()).isZero();
    spend[4] = "$1";
    spend[6] = "model==1+1,x";
    assertThat(cyd.run(spend)).isZero();

    assertThat(admin.run("budget", "report", "--by", "model", "--pool", "spends")).isZero();
    assertThat(admin.out())
        .contains("Spent from ", "<big> & \"co\"", "█", "$3.00", "$1.00", "in all  $4.00");
    assertThat(admin.run("budget", "report", "--pool", "spends")).isZero();
    assertThat(admin.out().lines().filter(line -> line.matches("20\\d\\d-.*"))).hasSize(30);
    String[] report = {
      "budget", "report", "--by", "agent,model", "--pool", "spends", "--format", "svg"
    };
    assertThat(admin.run(report)).isZero();
    assertThat(admin.out())
        .startsWith("<svg ")
        .contains("cyd &lt;big&gt; &amp; &quot;co&quot;", "$3.00")
        .doesNotContain("<big>");
    report[7] = "csv";
    assertThat(admin.run(report)).isZero();
    assertThat(admin.out().lines())
        .containsExactly(
            "agent,model,unit,amount,count",
            "cyd,\"<big> & \"\"co\"\"\",usd_micros,3000000,1",
            "cyd,\"'=1+1,x\",usd_micros,1000000,1");
    report[7] = "json";
    assertThat(cyd.run(report)).isZero();
    assertThat(cyd.out()).contains("\"amount\":\"3000000\"", "\"agent\":\"cyd\"");
    report[7] = "pdf";
    assertThat(admin.run(report)).isEqualTo(Exit.USAGE.code());
    assertThat(admin.run("budget", "report", "--by", "agnet")).isEqualTo(Exit.USAGE.code());
    assertThat(admin.err()).contains("did you mean agent?");
    assertThat(cyd.run("budget", "report", "--agent", "bob")).isEqualTo(Exit.NOT_ALLOWED.code());

    assertThat(cyd.run("history", lease)).isZero();
    assertThat(cyd.out()).contains("cyd spent $3.00 on model=<big>");
  }
}
