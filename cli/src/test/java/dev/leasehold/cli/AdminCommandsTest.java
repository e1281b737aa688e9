package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of those who run a server, and wrong servers and tokens. */
@Timeout(180)
class AdminCommandsTest {

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

  private String leaseOf(String holder, String path) {
    assertThat(admin.run("acquire", "--space", "s", "--path", path, "--holder", holder, "-q"))
        .isZero();
    return admin.out().strip();
  }

  @Test
  void leasesAreTakenAwayAtOnceWithNoticeOrAllOfAHolder() {
    String id = leaseOf("eve", "x");
    assertThat(admin.run("evict", id, "--reason", "maintenance", "--notice", "5m")).isZero();
    assertThat(admin.out())
        .isEqualTo("eve holds /x in s, ends in 5 min, revoked by admin: maintenance\n");
    assertThat(admin.run("evict", id, "--reason", "now")).isZero();
    assertThat(admin.out()).contains("/x in s is revoked by admin");

    String other = leaseOf("eve", "y");
    assertThat(admin.run("evict", "--holder", "eve", "--reason", "gone")).isZero();
    assertThat(admin.out()).isEqualTo("ended 1 lease or wait of eve\n");
    assertThat(admin.run("evict", "--holder", "eve", "--reason", "gone")).isZero();
    assertThat(admin.out()).isEqualTo("ended 0 leases and waits of eve\n");
    assertThat(admin.run("show", other)).isZero();
    assertThat(admin.out()).contains("revoked", "gone");
    assertThat(admin.run("evict", "--reason", "nobody")).isEqualTo(Exit.USAGE.code());
  }

  @Test
  void noticesAreToldUntilTheyAreAcknowledged() {
    TestSurroundings nina = server.agent("nina");
    for (String path : new String[] {"n1", "n2", "n3"}) {
      assertThat(nina.run("acquire", "--space", "n", "--path", path, "-q")).isZero();
      assertThat(admin.run("evict", nina.out().strip(), "--reason", "why-" + path)).isZero();
    }
    for (int i = 0; i < 2; i++) {
      assertThat(nina.run("ls")).isZero();
      assertThat(nina.err()).contains("why-n3", "ls --notices --ack").doesNotContain("why-n1");
    }
    assertThat(nina.run("ls", "--ack")).isEqualTo(Exit.USAGE.code());
    assertThat(nina.run("ls", "--notices", "--json")).isZero();
    assertThat(nina.out()).startsWith("{\"notices\":[{").contains("why-n1", "why-n3");
    assertThat(nina.run("ls", "--notices", "--ack")).isZero();
    assertThat(nina.out()).containsSubsequence("NOTICE", "why-n1", "why-n2", "why-n3");
    assertThat(nina.run("ls", "--notices", "--json")).isZero();
    assertThat(nina.out()).isEqualTo("{\"notices\":[]}\n");
    assertThat(nina.run("ls")).isZero();
    assertThat(nina.err()).doesNotContain("notice");
  }

  @Test
  void whatATerminalHasShownIsNotToldAgain() {
    TestSurroundings otto = server.agent("otto").onTerminal(80);
    assertThat(otto.run("acquire", "--space", "n", "--path", "o", "-q")).isZero();
    assertThat(admin.run("evict", otto.out().strip(), "--reason", "why-o")).isZero();
    assertThat(otto.run("ls")).isZero();
    assertThat(otto.err()).contains("why-o");
    assertThat(otto.run("ls")).isZero();
    assertThat(otto.err()).doesNotContain("why-o");
  }

  @Test
  void tokensAreIssuedListedIntrospectedAndRevoked() {
    assertThat(admin.run("token", "issue", "zoe", "--space", "repo-z", "--ttl", "1h")).isZero();
    String token = admin.out().strip();
    assertThat(admin.out()).hasLineCount(1);
    assertThat(admin.run("token", "ls")).isZero();
    assertThat(admin.out()).contains("zoe", "agent", "repo-z", "in 60 min").doesNotContain(token);
    String id =
        admin
            .out()
            .lines()
            .filter(line -> line.contains("zoe"))
            .findFirst()
            .orElseThrow()
            .split(" ")[0];

    TestSurroundings zoe = new TestSurroundings().with("LEASEHOLD_SERVER", server.url());
    assertThat(zoe.with("LEASEHOLD_TOKEN", token).run("token", "introspect")).isZero();
    assertThat(zoe.out()).contains("zoe, agent, spaces: repo-z");
    assertThat(zoe.run("token", "ls")).isEqualTo(Exit.NOT_ALLOWED.code());

    assertThat(admin.run("token", "revoke", id)).isZero();
    assertThat(admin.out()).contains(id, "zoe", "revoked");
    assertThat(admin.withInput(token + "\n").run("token", "introspect", "-"))
        .isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(zoe.run("ls")).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(zoe.err()).contains("LEASEHOLD_TOKEN").doesNotContain(token).hasLineCount(1);
  }

  @Test
  void settingsAreShownAndChanged() {
    assertThat(admin.run("config", "ls")).isZero();
    assertThat(admin.out()).contains("history_retention_days");
    TestSurroundings narrow = server.admin().onTerminal(80);
    assertThat(narrow.run("config", "ls")).isZero();
    assertThat(narrow.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(narrow.out()).doesNotContain("…");
    assertThat(admin.run("config", "set", "history_retention_days", "29")).isZero();
    assertThat(admin.run("config", "get", "history_retention_days")).isZero();
    assertThat(admin.out()).isEqualTo("29\n");
    assertThat(admin.run("config", "get", "no_such")).isEqualTo(Exit.NOT_FOUND.code());
    assertThat(admin.run("config", "set", "history_retention_days", "x"))
        .isEqualTo(Exit.USAGE.code());
  }

  @Test
  void policiesAreShownAndAdded() {
    assertThat(admin.run("policy", "add", "quick", "--ttl", "2m", "--mode", "shared,exclusive"))
        .isZero();
    assertThat(admin.run("policy", "ls")).isZero();
    assertThat(admin.out().lines().filter(line -> line.startsWith("quick")))
        .singleElement()
        .asString()
        .contains("2 min", "exclusive shared");
  }

  @Test
  void whatHappensIsWatchedFromAnyPositionOn() {
    leaseOf("mia", "watched");
    assertThat(admin.run("watch", "--from", "0", "--holder", "mia", "--count", "1")).isZero();
    assertThat(admin.out()).contains("granted mia /watched in s for 60 min").hasLineCount(1);
    assertThat(
            admin.run("watch", "--from", "0", "--type", "token.issued", "--count", "1", "--json"))
        .isZero();
    assertThat(admin.out()).startsWith("{\"specversion\":\"1.0\"").hasLineCount(1);
    assertThat(admin.run("watch", "--from", "99999999", "--count", "1"))
        .isEqualTo(Exit.USAGE.code());
  }

  @Test
  void noServerAndNoTokenHaveCodesOfTheirOwn() {
    for (String command : List.of("ls", "watch")) {
      assertThat(admin.run(command, "--server", "127.0.0.1:1")).isEqualTo(Exit.UNAVAILABLE.code());
      assertThat(admin.err()).contains("leasehold serve").hasLineCount(1);
      assertThat(admin.run(command, "--token", "wrong")).isEqualTo(Exit.UNAUTHENTICATED.code());
      assertThat(admin.err()).contains("--token").hasLineCount(1);
    }
    assertThat(admin.run("ls", "--token", "a\nb")).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(admin.run("ls", "--data", data.resolve("none").toString()))
        .isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(admin.run("ls", "--server", "https://127.0.0.1:1"))
        .isEqualTo(Exit.UNAVAILABLE.code());
  }

  /** A stranger that answers there would get hold of it. */
  @Test
  void theAdminTokenOfThisMachineIsNotSentElsewhereUnlessItsDirectoryIsNamed() {
    TestSurroundings someone =
        new TestSurroundings().with("LEASEHOLD_SERVER", "http://192.0.2.1:7420");
    assertThat(someone.run("ls")).isEqualTo(Exit.UNAUTHENTICATED.code());
    assertThat(someone.err()).contains("http://192.0.2.1:7420", "LEASEHOLD_TOKEN");
  }

  @Test
  void theDoctorFindsWhatIsWrongAndSaysWhatToDo() {
    assertThat(admin.run("doctor")).as(admin.out()).isZero();
    assertThat(admin.out())
        .contains("a server answers", "makes you admin")
        .doesNotContain("wrong ");
    assertThat(admin.run("doctor", "--token", "wrong")).isEqualTo(1);
    assertThat(admin.out()).contains("does not accept the token from --token");
    assertThat(admin.run("doctor", "--server", "127.0.0.1:1")).isEqualTo(1);
    assertThat(admin.out())
        .contains("no server answers at http://127.0.0.1:1")
        .contains("process " + ProcessHandle.current().pid());
    assertThat(admin.run("doctor", "--data", data.resolve("none").toString())).isEqualTo(1);
    assertThat(admin.out()).contains("there is no data directory " + data.resolve("none"));
    int tool = admin.out().indexOf("sqlite3");
    assertThat(tool < 0 || tool > admin.out().indexOf("no data directory")).isTrue();
    assertThat(admin.run("doctor", "--json")).isZero();
    assertThat(admin.out()).startsWith("{\"ok\":true,\"findings\":[{").hasLineCount(1);
  }
}
