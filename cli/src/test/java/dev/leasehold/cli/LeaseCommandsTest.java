package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of holders, against a real server. Each test has a space of its own. */
@Timeout(180)
class LeaseCommandsTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private static TestSurroundings alice;
  private static TestSurroundings bob;
  private String space = "";

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
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

  private String acquire(TestSurroundings who, String... more) {
    String[] arguments = new String[4 + more.length];
    System.arraycopy(new String[] {"acquire", "--space", space, "--quiet"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    assertThat(who.run(arguments)).as(who.err()).isZero();
    return who.out().strip();
  }

  @Test
  void whatIsEmptyIsAVariableThatWasNotSet() throws Exception {
    for (String option :
        new String[] {"--path", "--glob", "--request-id", "--ttl", "--session", "--holder"}) {
      assertThat(alice.run("acquire", "--space", space, "--path", "x", option, "")).isEqualTo(2);
      assertThat(alice.err()).startsWith("leasehold: " + option + " is empty; leave it out");
    }
    assertThat(alice.run("ls", "--space", "")).isEqualTo(2);
    assertThat(alice.run("ls", "--server=")).isEqualTo(2);
    assertThat(alice.run("token", "issue", "x", "--space", " ")).isEqualTo(2);
    assertThat(alice.run("ls", "--token=")).isEqualTo(6);
    assertThat(server.admin().run("token", "revoke", "")).isEqualTo(2);
    assertThat(server.admin().run("evict", "", "--reason", "r")).isEqualTo(2);
    assertThat(alice.run("check", "--space", space, "")).isEqualTo(2);
    assertThat(alice.err()).contains("a path is empty");
    assertThat(alice.run("claim", "--space", space, "")).isEqualTo(2);
    assertThat(alice.run("check", "--space", "", "a")).isEqualTo(2);
    assertThat(alice.err()).contains("--space is empty");
    assertThat(alice.run("watch", "--count", "0")).isEqualTo(2);
    assertThat(server.agent("carol").with("LEASEHOLD_TOKEN", "").run("ls")).isEqualTo(6);
  }

  @Test
  void outputThatNobodyGetsIsAFailure() throws Exception {
    TestSurroundings dave = server.agent("dave").writingNowhere();
    assertThat(dave.run("acquire", "--space", space, "--path", "a", "--quiet")).isEqualTo(1);
    assertThat(dave.err()).contains("could not be written");
  }

  @Test
  void quietAcquirePrintsTheIdAndNothingElse() {
    String id = acquire(alice, "--path", "README.md", "--ttl", "5m", "--label", "k=v");
    assertThat(alice.out()).hasLineCount(1);

    assertThat(alice.run("show", id)).isZero();
    assertThat(alice.out())
        .contains(id, "active", "alice", space, "/README.md", "in 5 min", "k=v")
        .containsPattern("until +in 5 min \\(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\\)")
        .doesNotContain("null");
  }

  @Test
  void aConflictSaysWhoIsInTheWayAndForHowLong() {
    String id = acquire(alice, "--glob", "src/**", "--ttl", "4m");

    assertThat(bob.run("acquire", "--space", space, "--path", "src/a.c"))
        .isEqualTo(Exit.HELD.code());
    assertThat(bob.out()).isEmpty();
    assertThat(bob.err())
        .hasLineCount(1)
        .startsWith("leasehold: alice holds /src, for another 4 min (lease " + id + ")")
        .contains("--wait");
  }

  @Test
  void forProgramsARefusalIsTheServersJson() {
    acquire(alice, "--path", "a");

    assertThat(bob.run("acquire", "--space", space, "--path", "a", "--json"))
        .isEqualTo(Exit.HELD.code());
    assertThat(bob.out()).hasLineCount(1).startsWith("{\"status\":409,\"code\":\"SCOPE_OVERLAP\"");
  }

  @Test
  void checkIsForScripts() {
    assertThat(bob.run("check", "--space", space, "a")).isZero();
    assertThat(bob.out()).isEqualTo("/a is free\n");
    acquire(alice, "--path", "a");
    assertThat(bob.run("check", "--space", space, "a", "-q")).isEqualTo(Exit.HELD.code());
    assertThat(bob.out() + bob.err()).isEmpty();
    assertThat(bob.run("check", "--space", space, "a")).isEqualTo(Exit.HELD.code());
    assertThat(bob.out()).contains("alice holds /a");
  }

  @Test
  void aWaitEndsWithItsOwnCode() {
    acquire(alice, "--path", "a");
    assertThat(bob.run("acquire", "--space", space, "--path", "a", "--wait", "100ms"))
        .isEqualTo(Exit.TIMED_OUT.code());
    assertThat(bob.err()).contains("--wait");
  }

  @Test
  void whoWaitsOnATerminalIsToldForWhomAndGetsItsTurn() throws Exception {
    String id = acquire(alice, "--path", "a");
    TestSurroundings carol = server.agent("carol").onTerminal(200);
    CompletableFuture<Integer> waiting =
        CompletableFuture.supplyAsync(
            () -> carol.run("acquire", "--space", space, "--path", "a", "--wait", "30s", "-q"));
    while (!carol.err().contains("waiting, next: alice holds /a")) {
      assertThat(waiting).as(carol.err()).isNotDone();
      Thread.onSpinWait();
    }
    assertThat(alice.run("release", id)).isZero();
    assertThat(waiting.get()).isZero();
    assertThat(carol.out()).hasLineCount(1);
  }

  @Test
  void aRequestThatIsSaidTwiceHasOneEffect() {
    String first = acquire(alice, "--path", "a", "--request-id", "r1");
    assertThat(acquire(alice, "--path", "a", "--request-id", "r1")).isEqualTo(first);
  }

  @Test
  void aWorkflowIsValidatedAdvancedAndItsStaleActsAreRefused() {
    String id = acquire(alice, "--path", "/flow", "--policy", "workflow");
    assertThat(alice.run("validate", id, "--epoch", "0", "--covers", "/flow")).isZero();
    assertThat(alice.run("advance", id, "--expected", "0")).isZero();
    assertThat(alice.out()).isEqualTo("1\n");
    assertThat(alice.run("advance", id, "--expected", "0")).isEqualTo(Exit.STALE.code());
    assertThat(alice.run("validate", id, "--epoch", "0")).isEqualTo(Exit.STALE.code());
    assertThat(alice.run("validate", id, "--epoch", "1", "--last-processed", "1")).isZero();
    assertThat(alice.run("validate", id, "--covers", "/other")).isNotZero();
  }

  @Test
  void aLeaseIsConvertedToSharedAndBack() {
    String id = acquire(alice, "--path", "/a");
    assertThat(alice.run("convert", id, "--mode", "shared")).isZero();
    acquire(bob, "--path", "/a", "--mode", "shared");
    assertThat(alice.run("convert", id, "--mode", "exclusive")).isEqualTo(Exit.HELD.code());
  }

  @Test
  void commandsThatTakeALeaseTakeWhatItIsOnInstead() {
    TestSurroundings carol = server.agent("carol");
    List<String> flow = List.of("--space", space, "--path", "flow", "--policy", "workflow");
    List<String> file = List.of("--space", space, "--name", "/a");
    acquire(carol, "--path", "flow", "--policy", "workflow");
    String id = acquire(carol, "--name", "/a");

    assertThat(run(bob, flow, "validate", "--epoch", "0")).as(bob.err()).isZero();
    assertThat(run(carol, flow, "advance", "--expected", "0")).as(carol.err()).isZero();
    assertThat(carol.out()).isEqualTo("1\n");
    assertThat(run(carol, file, "convert", "--mode", "shared")).as(carol.err()).isZero();
    assertThat(run(bob, file, "ask", "May I have it?")).as(bob.err()).isZero();
    assertThat(bob.out()).startsWith("asked carol: carol holds /a in " + space);

    assertThat(run(bob, file, "convert", "--mode", "shared")).isEqualTo(Exit.NOT_FOUND.code());
    assertThat(bob.err()).contains("you have no lease on exactly /a in " + space);
    assertThat(run(bob, file, "ask", id, "Please!")).isEqualTo(Exit.USAGE.code());
    assertThat(bob.err()).contains("not by both");
    assertThat(bob.run("ask", "Please!")).isEqualTo(Exit.USAGE.code());
    assertThat(bob.err()).contains("by its id or by --space and --path");
  }

  private static int run(TestSurroundings who, List<String> which, String... words) {
    return who.run(Stream.concat(Stream.of(words), which.stream()).toArray(String[]::new));
  }

  @Test
  void aQuestionThatIsSaidTwiceIsAskedOnce() {
    TestSurroundings carol = server.agent("carol");
    String id = acquire(carol, "--name", "/a");

    assertThat(bob.run("ask", id, "May I?", "--request-id", "q1")).isZero();
    assertThat(bob.run("ask", id, "May I?", "--request-id", "q1")).as(bob.err()).isZero();
    assertThat(bob.run("ask", id, "May I?")).isEqualTo(Exit.LIMIT.code());
  }

  @Test
  void aLeaseIsRenewedHandedOnAndReleasedAndItsHistoryIsAStory() {
    String id = acquire(alice, "--path", "a", "--ttl", "5m");
    assertThat(alice.run("renew", id, "--ttl", "10m")).isZero();
    assertThat(alice.out()).startsWith("alice holds /a in " + space + ", ends in 10 min");
    assertThat(alice.run("transfer", id, "--to", "bob", "--note", "go on", "-q")).isZero();
    String bobs = alice.out().strip();
    assertThat(bobs).isNotEqualTo(id);

    assertThat(alice.run("renew", id)).isEqualTo(Exit.ENDED.code());
    assertThat(alice.run("release", bobs)).isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(alice.err()).contains("ask its holder, or an admin");
    assertThat(bob.run("release", bobs, "--reason", "completed")).isZero();
    assertThat(bob.out()).contains("/a in " + space + " is released");

    assertThat(alice.run("history", id)).isZero();
    assertThat(alice.out())
        .containsSubsequence(
            "/a in " + space,
            "alice took it for 5 min",
            "alice renewed it for 10 min, renewal 1",
            "alice handed it on");
  }

  @Test
  void aPartOfALeaseIsGivenToAnother() {
    String id = acquire(alice, "--glob", "/a/**");
    assertThat(alice.run("derive", id, "--to", "bob", "--path", "a/b")).isZero();
    assertThat(alice.out()).contains("bob", "/a/b", "part of", id);
  }

  @Test
  void aCommandUnderRunNeedNotNameItsLease() {
    String id = acquire(alice, "--path", "a");
    TestSurroundings admin = server.admin().with("LEASEHOLD_LEASE_ID", id);
    assertThat(admin.run("show")).isZero();
    assertThat(admin.out()).contains(id);
    assertThat(alice.run("show")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("leasehold ls").hasLineCount(1);
  }

  @Test
  void listsAreFilteredAndFitTheTerminal() {
    String id = acquire(alice, "--path", "a-name-that-is-much-too-long-for-a-narrow-terminal");
    String ended = acquire(alice, "--path", "b");
    assertThat(alice.run("release", ended)).isZero();

    assertThat(alice.run("ls", "--space", space)).isZero();
    assertThat(alice.out()).hasLineCount(2).contains(id, "in 60 min", space).doesNotContain(ended);
    assertThat(alice.run("ls", "--space", space, "--state", "released")).isZero();
    assertThat(alice.out()).hasLineCount(2).contains(ended);
    assertThat(alice.run("ls", "--space", space, "--path", "zzz")).isZero();
    assertThat(alice.out()).isEmpty();
    assertThat(alice.run("ls", "--space", space, "--json")).isZero();
    assertThat(alice.out()).startsWith("{\"leases\":[{\"leaseId\":\"" + id).hasLineCount(1);
    assertThat(alice.run("ls", "--state", "sleeping")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("pending, active", "failed").doesNotContain("PENDING");
    assertThat(alice.run("ls", "--state", "")).isEqualTo(Exit.USAGE.code());

    TestSurroundings admin = server.admin().onTerminal(70);
    assertThat(admin.run("ls", "--space", space, "--holder", "alice")).isZero();
    assertThat(admin.out().lines()).allMatch(line -> line.length() <= 70).hasSize(2);
    assertThat(admin.out()).contains(id, "…");
  }

  @Test
  void aWatchForWhatNeverHappensIsRefusedAtOnce() {
    assertThat(alice.run("watch", "--type", "lease.granted,bogus")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("\"bogus\"", "lease.granted", "alert.hoarding");
    acquire(alice, "--path", "a");
    String full = "dev.leasehold.lease.granted,lease.released";
    String[] watch = {"watch", "--from=0", "--count=1", "--space", space, "--type", full};
    assertThat(alice.run(watch)).isZero();
    assertThat(alice.out()).contains("granted alice /a").hasLineCount(1);
  }

  @Test
  void theFirstFreeItemIsClaimed() {
    assertThat(alice.run("claim", "--space", space, "one", "two")).isZero();
    assertThat(alice.out()).endsWith("\tone\n");
    TestSurroundings reader = server.agent("bob").withInput("one\n\n two \n");
    assertThat(reader.run("claim", "--space", space, "-")).isZero();
    assertThat(reader.out()).endsWith("\ttwo\n");
    assertThat(bob.run("claim", "--space", space, "one", "two")).isEqualTo(Exit.HELD.code());
    assertThat(bob.err())
        .contains("all 2 items are held: alice holds /one, for another ", "you hold /two yourself")
        .hasLineCount(1);
    assertThat(bob.run("claim", "--space", space, "one")).isEqualTo(Exit.HELD.code());
    assertThat(bob.err()).contains("alice holds /one, for another ");
    assertThat(alice.run("claim", "--space", space, "one")).isEqualTo(Exit.HELD.code());
    assertThat(alice.err()).contains("you hold /one yourself").doesNotContain("others");
  }

  @Test
  void whoWaitsForOneOfSeveralItemsGetsTheOneThatIsFreedFirst() {
    assertThat(alice.run("claim", "--space", space, "one")).isZero();
    assertThat(bob.run("claim", "--space", space, "--ttl", "2s", "two")).isZero();
    TestSurroundings carol = server.agent("carol");
    assertThat(carol.run("claim", "--space", space, "--wait", "40s", "one", "two"))
        .as(carol.err())
        .isZero();
    assertThat(carol.out()).endsWith("\ttwo\n");

    assertThat(bob.run("claim", "--space", space, "--wait", "100ms", "one", "two"))
        .isEqualTo(Exit.TIMED_OUT.code());
    bob.run("ls", "--space", space, "--state", "failed", "--json");
    assertThat(bob.out()).as("no trace of what was not to be had").contains("\"leases\":[]");
    assertThat(bob.run("claim", "--space", space, "--wait", "100ms", "two"))
        .isEqualTo(Exit.TIMED_OUT.code());
    assertThat(bob.err()).contains("carol holds /two", "--wait").hasLineCount(1);
    assertThat(bob.run("claim", "--space", space, "--wait", "soon", "two"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(bob.run("claim", "--space", space, "--wait", "2h", "two"))
        .isEqualTo(Exit.USAGE.code());
  }

  @Test
  void severalLeasesAreReleasedWhateverBecomesOfTheOthers() {
    String first = acquire(alice, "--path", "a");
    String others = acquire(bob, "--path", "b");
    String last = acquire(alice, "--path", "c");

    assertThat(alice.run("release", first, others, "no-such-lease", last))
        .isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(alice.out().lines()).hasSize(2).allMatch(line -> line.contains("is released"));
    assertThat(alice.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("leasehold: " + others + ": "),
            line -> assertThat(line).startsWith("leasehold: no-such-lease: "));
    assertThat(alice.run("release", "--json", first, "no-such-lease")).isEqualTo(Exit.ENDED.code());
    assertThat(alice.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("{").contains("LEASE_ALREADY_TERMINAL"),
            line -> assertThat(line).startsWith("{").contains("LEASE_NOT_FOUND"));
    assertThat(bob.run("release", others, first, "--request-id", "r")).isEqualTo(Exit.USAGE.code());
    assertThat(bob.run("show", others)).isZero();
    assertThat(bob.out()).contains("active");
  }

  @Test
  void anEmptyIdIsRefusedAndDoesNotStopTheOthers() {
    String first = acquire(alice, "--path", "a");
    String last = acquire(alice, "--path", "b");

    assertThat(alice.run("release", first, "", last)).isEqualTo(Exit.USAGE.code());
    assertThat(alice.out().lines()).hasSize(2).allMatch(line -> line.contains("is released"));
    assertThat(alice.err()).startsWith("leasehold: \"\": name the lease").hasLineCount(1);
    assertThat(alice.run("release", "--json", "", "no-such-lease")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("{").contains("INVALID_INPUT"),
            line -> assertThat(line).startsWith("{").contains("LEASE_NOT_FOUND"));
    assertThat(alice.run("release", "")).isEqualTo(Exit.USAGE.code());
  }

  @Test
  void aPathThatClimbsIsNamedAsWhatIsWrong() {
    assertThat(alice.run("check", "--space", space, "/../..")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("a segment must not be . or ..");
    assertThat(alice.run("show", "../../etc")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("a segment must not be . or ..");
  }

  @Test
  void aLeaseThatIsTooShortForRunIsNamedAsThat() {
    String[] run = {"run", "--space", space, "--path", "a", "--ttl", "1ms", "/bin/true"};
    assertThat(alice.run(run)).isEqualTo(124);
    assertThat(alice.err()).contains("of 1 ms is too short for run").hasLineCount(1);
  }

  @Test
  void choicesAreSaidAsHelpSaysThem() {
    assertThat(alice.run("acquire", "--space", space, "--path", "a", "--mode", "x"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(alice.err()).contains("expected one of exclusive, shared");
  }

  @Test
  void aTimeThatIsNoneIsAnsweredWithBothForms() {
    for (String time : new String[] {"-5s", "yesterday"}) {
      assertThat(alice.run("ls", "--as-of=" + time)).isEqualTo(Exit.USAGE.code());
      assertThat(alice.err()).contains("2h for two hours ago", "2026-05-01T12:00:00Z", time);
    }
    assertThat(alice.run("ls", "--space", space, "--as-of", "1s")).as(alice.err()).isZero();
    assertThat(alice.run("ls", "--as-of", alice.surroundings().clock().instant().toString()))
        .as(alice.err())
        .isZero();
  }

  @Test
  void daysAreTakenAsTheyAreShown() {
    String id = acquire(alice, "--path", "a", "--ttl", "4d");
    assertThat(alice.run("show", id)).isZero();
    assertThat(alice.out()).contains("in 4 d");
    assertThat(alice.run("renew", id, "--ttl", "5d")).as(alice.err()).isZero();
    assertThat(alice.out()).contains("ends in 5 d");
    assertThat(server.admin().run("token", "issue", "dora", "--ttl", "1d12h")).isZero();
  }

  @Test
  void whoeverIsInOnesOwnWayIsToldOfSessions() {
    acquire(alice, "--path", "a");

    assertThat(alice.run("acquire", "--space", space, "--path", "a", "--wait", "20s"))
        .isEqualTo(Exit.HELD.code());
    assertThat(alice.err())
        .contains("you hold /a yourself", "your own", "--session")
        .doesNotContain("--wait")
        .hasLineCount(1);
  }

  @Test
  void aDerivationThatIsRefusedDoesNotSpeakOfWaiting() {
    String id = acquire(alice, "--glob", "/a/**");
    assertThat(alice.run("derive", id, "--to", "bob", "--path", "a/b")).isZero();
    assertThat(alice.run("derive", id, "--to", "carol", "--path", "a/b"))
        .isEqualTo(Exit.HELD.code());
    assertThat(alice.err()).contains("bob holds /a/b", "leasehold ask ").doesNotContain("--wait");
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertThat(alice.run("show", "no-such-lease")).isEqualTo(Exit.NOT_FOUND.code());
    assertThat(alice.err()).contains("no-such-lease").hasLineCount(1);
  }
}
