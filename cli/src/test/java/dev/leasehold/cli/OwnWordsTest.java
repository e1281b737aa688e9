package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refusal says what was meant and what helps, in the words of the command line. */
@Timeout(180)
class OwnWordsTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private static TestSurroundings admin;
  private static TestSurroundings alice;
  private static TestSurroundings bob;
  private String space;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
    admin = server.admin();
    alice = server.agent("alice");
    bob = server.agent("bob");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void nameSpace(TestInfo test) {
    space = test.getTestMethod().orElseThrow().getName();
  }

  private static int run(TestSurroundings who, String words) {
    return who.run(words.split(" "));
  }

  private String acquire(TestSurroundings who, String words) {
    assertThat(run(who, "acquire --quiet --space " + space + " " + words)).as(who.err()).isZero();
    return who.out().strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          acquire --space s --path /a --policy fiel | 2 | did you mean file?
          check --space s --path /a --policy fiel   | 2 | did you mean file?
          claim --space s --policy wrok a           | 2 | did you mean work?
          run --space s --path /a --policy fiel /bin/true | 125 | did you mean file?
          ls --policy wrkflow                       | 2 | did you mean workflow?
          show --space s --path /a --policy fiel    | 2 | did you mean file?
          release --space s --path /a --policy fiel | 2 | did you mean file?
          policy add mine --base chekout            | 2 | did you mean checkout?
          config set agent_see own                  | 4 | did you mean agents_see?
          config get agent_see                      | 4 | did you mean agents_see?
          """)
  void aMisspeltNameIsAnsweredWithTheNearest(String words, int code, String question) {
    assertThat(run(admin, words)).as(admin.err()).isEqualTo(code);
    assertThat(admin.err().strip()).endsWith(question).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"acquire --space s", "check --space s", "check --space s --policy work"})
  void whatIsNotNamedIsAskedForByItsOptions(String words) {
    assertThat(run(alice, words)).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err())
        .isEqualTo("leasehold: say what it is on, with --path, --glob or --name\n");
  }

  @Test
  void aCheckoutThatNamesNothingIsOfTheWholeProject() {
    assertThat(run(alice, "check --policy checkout --space " + space)).as(alice.err()).isZero();
    assertThat(alice.out()).isEqualTo("/ is free\n");
    acquire(alice, "--policy checkout");
    assertThat(run(bob, "check --path /a --space " + space)).isEqualTo(Exit.HELD.code());
    assertThat(bob.out()).contains("alice holds /,");
  }

  @Test
  void whoIsInOnesOwnWayIsToldWhatHelps() {
    String id = acquire(alice, "--path /a");
    assertThat(run(alice, "acquire --path /a --space " + space)).isEqualTo(Exit.HELD.code());
    assertThat(alice.err()).contains("you hold /a yourself", "--session of its own");

    assertThat(run(alice, "release " + id)).isZero();
    acquire(alice, "--path /a --ttl 1s --session one");
    acquire(alice, "--path /a --session two --wait 40s");
  }

  @Test
  void whereAgentsSeeTheirOwnNobodyIsAdvisedToAsk() {
    acquire(alice, "--path /a");
    try {
      assertThat(run(admin, "config set agents_see own")).isZero();
      assertThat(run(bob, "acquire --path /a --space " + space)).isEqualTo(Exit.HELD.code());
      assertThat(bob.err()).contains("alice holds /a", "--wait").doesNotContain("leasehold ask");
      assertThat(run(bob, "acquire --path /a --wait 10ms --space " + space))
          .isEqualTo(Exit.TIMED_OUT.code());
      assertThat(bob.err()).contains("alice holds /a", "--wait").doesNotContain("leasehold ask");
      assertThat(run(admin, "acquire --path /a --space " + space)).isEqualTo(Exit.HELD.code());
      assertThat(admin.err()).contains("leasehold ask");
    } finally {
      assertThat(run(admin, "config set agents_see spaces")).isZero();
    }
  }

  @Test
  void aRenewalThatExtendsNothingTellsTimesAsPeopleReadThem() {
    String id = acquire(alice, "--path /a --ttl 3d");
    assertThat(run(alice, "renew " + id + " --ttl 90m")).isEqualTo(Exit.TERMS.code());
    assertThat(alice.err())
        .containsPattern("has 2d 23h 59m left and a renewal for 1h 30m would not extend it");
  }

  @Test
  void aPathThatNobodyHoldsNamesTheLastLeaseThatWasThere() {
    String first = acquire(alice, "--path /a");
    assertThat(run(alice, "release " + first)).isZero();
    String last = acquire(bob, "--path /a");
    assertThat(run(bob, "release " + last)).isZero();

    String at = " --path /a --space " + space;
    assertThat(run(alice, "history" + at)).as(alice.err()).isZero();
    assertThat(alice.out()).contains("bob took it", "bob let go of it").doesNotContain("alice");
    assertThat(run(alice, "show" + at)).as(alice.err()).isZero();
    assertThat(alice.out()).contains(last, "released");
    assertThat(run(bob, "release" + at)).as("only the living").isEqualTo(Exit.NOT_FOUND.code());
    String now = acquire(alice, "--path /a");
    assertThat(run(bob, "show" + at)).isZero();
    assertThat(bob.out()).contains(now);
  }

  @Test
  void aPartIsGivenOfALeaseThatIsNamedByItsPath() {
    String id = acquire(alice, "--path /src");

    assertThat(run(alice, "derive --to bob --path /src/api --of /src -q --space " + space))
        .as(alice.err())
        .isZero();
    assertThat(run(alice, "show --json " + alice.out().strip())).isZero();
    assertThat(alice.out()).contains("\"parentId\":\"" + id + "\"", "/src/api");
    assertThat(run(bob, "derive --to carol --path /src/api -q --space " + space))
        .as(bob.err())
        .isZero();
    assertThat(run(bob, "derive --to carol --of /src --path /src/x --space " + space))
        .isEqualTo(Exit.NOT_FOUND.code());
    assertThat(bob.err()).contains("you have no lease on exactly /src in " + space);
    assertThat(run(alice, "derive --to bob --of /src --path /src/x " + id))
        .isEqualTo(Exit.USAGE.code());
    assertThat(run(alice, "derive --to bob --space x --path /src " + id))
        .isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("not by both");
  }
}
