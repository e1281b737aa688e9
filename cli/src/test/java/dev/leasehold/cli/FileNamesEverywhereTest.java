package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two agents in one git work tree, at its top and in {@code src}, against a real server. */
@Timeout(180)
class FileNamesEverywhereTest {

  @TempDir private static Path data;
  @TempDir private static Path work;
  private static RunningServer server;
  private static TestSurroundings alice;
  private static TestSurroundings bob;
  private static Path repo;
  private String space = "";

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
    repo = work.toRealPath().resolve("repo");
    makeWorkTree(repo);
    alice = server.agent("alice").in(repo);
    bob = server.agent("bob").in(repo.resolve("src"));
  }

  private static void makeWorkTree(Path top) throws IOException {
    Files.createDirectories(top.resolve("src/api"));
    Files.createDirectories(top.resolve(".git"));
    Files.writeString(top.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void nameSpace(TestInfo test) {
    space = test.getTestMethod().orElseThrow().getName();
  }

  private static int run(TestSurroundings who, String... words) {
    return who.run(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"api", "api/login.ts", "../src/api", "new/../api/x", ".", "REPO/src/api"})
  void theSameFileIsHeldFromWhereverItIsNamed(String path) {
    String own = path.replace("REPO", repo.toString());
    String of = space + path.hashCode();
    assertThat(run(alice, "acquire", "--space", of, "--path", "src/api")).isZero();
    assertThat(alice.out()).contains("/src/api and everything below it").doesNotContain("**");
    for (String command : new String[] {"acquire", "check"}) {
      assertThat(run(bob, command, "--space", of, "--path", own)).isEqualTo(Exit.HELD.code());
      assertThat(bob.out() + bob.err()).contains("alice holds /src/api, ");
    }
    assertThat(run(bob, "run", "--space", of, "--path", own, "--", "/bin/true")).isEqualTo(120);
    assertThat(run(bob, "check", "--space", of, "--path", "web", "--path", own)).isEqualTo(3);
    assertThat(run(bob, "check", "--space", of, "--glob", "**")).isEqualTo(3);
    assertThat(run(bob, "check", "--space", of, "--path", "web")).isZero();
    assertThat(run(server.admin().in(repo), "ls", "--space", of, "--path", "src")).isZero();
  }

  @Test
  void aCheckSaysWhatItIsOf() {
    assertThat(run(bob, "check", "--space", space, "api", "--glob", "*.ts")).isZero();
    assertThat(bob.out()).isEqualTo("/src/*.ts /src/api are free\n");
    assertThat(run(bob, "check", "--space", space, "--name", "/x", "--path", "../../x"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(bob.err()).contains("../../x", "not in the root");
    assertThat(run(bob, "check", "--space", space)).isEqualTo(Exit.USAGE.code());
    String absolute = repo.resolve("src").toString();
    assertThat(run(bob, "check", "--space", space, "-q", absolute)).isZero();
    assertThat(bob.out() + bob.err()).isEmpty();
  }

  @Test
  void itemsAreNamedAsTheyAreWrittenFromEverywhere() {
    TestSurroundings anywhere = server.agent("carol").in(data);
    assertThat(run(anywhere, "claim", "--space", space, "one")).isZero();
    for (String policy : new String[] {"work", "workflow", "jobs"}) {
      if (policy.equals("jobs")) {
        assertThat(run(server.admin(), "policy", "add", "jobs", "--base", "work")).isZero();
      }
      String[] words = {"acquire", "--space", space, "--policy", policy, "--path", "one"};
      assertThat(run(bob, words)).as(policy).isEqualTo(Exit.HELD.code());
      assertThat(bob.err()).contains("carol holds /one,");
      assertThat(run(bob, "check", "--space", space, "--policy", policy, "--path", "one/a"))
          .as("an item has nothing below it")
          .isZero();
    }
    assertThat(run(anywhere, "acquire", "--space", space, "--path", "file"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(anywhere.err()).contains("--root", "LEASEHOLD_ROOT", "--name").hasLineCount(1);
    assertThat(run(anywhere, "acquire", "--space", space, "--name", "file")).isZero();
    assertThat(anywhere.out()).containsPattern("name +/file\n");
    assertThat(run(anywhere, "release", "--space", space, "--policy", "work", "--path", "one"))
        .as(anywhere.err())
        .isZero();
  }

  @Test
  void aLeaseIsNamedByWhatItIsOn() {
    String[] at = {"--space", space, "--path"};
    assertThat(run(bob, "acquire", at[0], at[1], at[2], "api", "--ttl", "5m", "-q")).isZero();
    String id = bob.out().strip();
    assertThat(run(bob, "show", at[0], at[1], at[2], "../src/api")).as(bob.err()).isZero();
    assertThat(bob.out()).contains(id);
    assertThat(run(bob, "renew", at[0], at[1], at[2], "api", "--ttl", "10m")).isZero();
    assertThat(bob.out()).contains("bob holds /src/api in " + space + ", ends in 10 min");
    assertThat(run(bob, "history", at[0], at[1], at[2], "api")).isZero();
    assertThat(bob.out()).contains("bob renewed it");
    assertThat(run(bob, "show", at[0], at[1], at[2], ".")).isEqualTo(Exit.NOT_FOUND.code());
    assertThat(bob.err()).contains("no lease on exactly /src in " + space).hasLineCount(1);
    assertThat(run(alice, "release", at[0], at[1], at[2], "src/api"))
        .isEqualTo(Exit.NOT_FOUND.code());
    assertThat(alice.err()).contains("you have no lease on exactly /src/api in " + space);
    TestSurroundings admin = server.admin().in(repo);
    assertThat(run(admin, "renew", at[0], at[1], at[2], "src/api"))
        .as("an admin's own, too")
        .isEqualTo(Exit.NOT_FOUND.code());

    assertThat(run(bob, "transfer", at[0], at[1], at[2], "api", "--to", "alice", "-q")).isZero();
    assertThat(run(alice, "release", at[0], at[1], at[2], "src/api")).as(alice.err()).isZero();
    assertThat(run(alice, "acquire", at[0], at[1], at[2], "src/api", "-q")).isZero();
    assertThat(run(admin, "evict", at[0], at[1], at[2], "src/api", "--reason", "r"))
        .as(admin.err())
        .isZero();
    assertThat(admin.out()).contains("/src/api in " + space + " is revoked by admin");
  }

  @Test
  void aLeaseThatIsNotNamedForSureIsNotTouched() {
    String[] shared = {"acquire", "--space", space, "--path", ".", "--mode", "shared", "-q"};
    assertThat(run(alice, shared)).isZero();
    String first = alice.out().strip();
    TestSurroundings carol = server.agent("carol").in(repo);
    assertThat(run(carol, shared)).isZero();
    TestSurroundings admin = server.admin().in(repo);
    assertThat(run(admin, "evict", "--space", space, "--path", ".", "--reason", "r"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(admin.err())
        .contains("2 leases on exactly / in " + space, first + " of alice", " of carol");
    assertThat(run(alice, "release", first, "--space", space, "--path", "."))
        .isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("not by both");
    assertThat(run(alice, "release", "--path", ".")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("--space and --path together");
    assertThat(run(alice, "release", "--space", space, "--path", ".")).as(alice.err()).isZero();
  }
}
