package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.TlsPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Check-ins that end at every point: the commit is pushed once, and the lease is completed with it
 * or not at all.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashedCheckinTest {

  private final LeapingTime time = new LeapingTime();
  private RunningServer server;
  private TestProject project;
  private Person alice;
  private String id = "";

  @BeforeAll
  void start(@TempDir Path data) throws Exception {
    server = RunningServer.in(data, time);
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void checkOut(TestInfo test, @TempDir Path work) throws Exception {
    String name =
        test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT)
            + Math.abs(test.getDisplayName().hashCode());
    project = TestProject.in(work, name, server);
    alice = project.person("alice");
    id = alice.must("checkout", "./docs", "--quiet");
    alice.write("docs/api.md", "mine\n");
  }

  /** The end of a process, as far as one can die in the middle of a test. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Checks in and dies when a step is done. */
  private void crashAfter(Progress.Step last) {
    assertThatThrownBy(
            () ->
                checkingIn(
                        (step, commit) -> {
                          if (step == last) {
                            throw new Crash();
                          }
                        })
                    .checkIn(new CheckingIn.Options("Work", deleted -> true)))
        .isInstanceOf(Crash.class);
  }

  private CheckingIn checkingIn(Progress progress) throws IOException {
    Clone clone = Clone.around(null, alice.shell().surroundings());
    return new CheckingIn(clone, Objects.requireNonNull(CheckedOut.in(clone)), api(), progress);
  }

  private Api api() {
    String token = alice.shell().surroundings().variable("LEASEHOLD_TOKEN");
    return new Api(
        new Endpoint(server.url(), token, "the test", TlsPaths.NONE), InstantSource.system());
  }

  private Fields lease() throws IOException {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("show", id, "--json")).as(admin.err()).isZero();
    return Fields.parse(admin.out());
  }

  @ParameterizedTest
  @EnumSource(Progress.Step.class)
  void itIsRepeatedAfterACrashAtAnyPoint(Progress.Step last) throws Exception {
    crashAfter(last);
    boolean pushed = last != Progress.Step.COMMITTED;
    assertThat(project.log()).hasSize(pushed ? 2 : 1);
    assertThat(lease().text("state"))
        .isEqualTo(last == Progress.Step.COMPLETED ? "COMPLETED" : "ACTIVE");
    String before = project.tip();

    alice.must("checkin", "-m", "Work");

    assertThat(project.log()).containsExactly("Work", "Begin");
    if (pushed) {
      assertThat(project.tip()).as("the same commit").isEqualTo(before);
    }
    assertThat(lease().text("state")).isEqualTo("COMPLETED");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
    assertThat(alice.status()).isEmpty();
    assertThat(alice.git().text("rev-parse", "HEAD")).isEqualTo(project.tip());
  }

  @Test
  void itIsFoundByItsFooterWhenNothingIsRemembered() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    String before = project.tip();
    Files.delete(alice.place().resolve(".git/leasehold/checkin"));
    project.person("bob").push("src/main.c", "int later;\n");

    alice.must("checkin", "-m", "Again");

    assertThat(project.log()).containsExactly("Change src/main.c", "Work", "Begin");
    assertThat(lease().text("commit")).isEqualTo(before);
    assertThat(alice.shell().err()).contains("git pull");
  }

  @Test
  void anotherCloneFinishesIt() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    Person elsewhere = project.person("laptop", alice.shell());
    elsewhere.git().must("config", "user.email", "alice@example.com");
    elsewhere.must("checkin", "--lease", id);
    assertThat(project.log()).containsExactly("Work", "Begin");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
  }

  @Test
  void whatWasDoneSinceTheCrashIsNamedAndKept() throws Exception {
    alice.write("docs/new.md", "new\n");
    crashAfter(Progress.Step.PUSHED);
    String before = project.tip();
    alice.write("docs/guide.md", "later\n");
    alice.write("docs/later.md", "later\n");
    project.person("bob").push("src/main.c", "int later;\n");
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(alice.run("checkin")).isEqualTo(Exit.NOT_CHECKED_IN.code());
      assertThat(alice.shell().err())
          .contains(before, "does not have docs/guide.md, docs/later.md as", "git stash")
          .doesNotContain("git switch");
      assertThat(lease().text("state")).isEqualTo("ACTIVE");
      assertThat(alice.status()).isEqualTo(" M docs/guide.md\n?? docs/later.md");
    }

    alice.git().must("stash", "-q", "--include-untracked");
    alice.must("checkin");
    assertThat(lease().text("commit")).isEqualTo(before);
    assertThat(project.log()).containsExactly("Change src/main.c", "Work", "Begin");
    alice.git().must("stash", "pop", "-q");
    assertThat(alice.status()).isEqualTo(" M docs/guide.md\n?? docs/later.md");
  }

  @Test
  void whatWasUndoneSinceTheCrashIsInTheCommitAllTheSame() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    alice.git().must("stash", "-q");
    alice.must("checkin");
    assertThat(alice.status()).isEmpty();
    assertThat(alice.git().text("rev-parse", "HEAD")).isEqualTo(project.tip());
    assertThat(Files.readString(alice.place().resolve("docs/api.md"))).isEqualTo("mine\n");
  }

  @Test
  void whatWasDoneSinceTheLeaseWasCompletedIsNamed() throws Exception {
    crashAfter(Progress.Step.COMPLETED);
    alice.write("docs/guide.md", "later\n");
    alice.must("checkin", "--json");
    assertThat(alice.shell().err())
        .contains("the commit does not have docs/guide.md as", "check out again");
    assertThat(alice.status()).isEqualTo(" M docs/guide.md");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
  }

  @Test
  void ifTimeRunsOutBetweenPushAndCompletionTheCommitIsRecorded() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    time.pass(Duration.ofHours(73));
    Person bob = project.person("bob");
    bob.must("checkout", "./docs/api.md", "--quiet");
    alice.write("docs/guide.md", "later\n");

    assertThat(alice.run("checkin")).isEqualTo(Exit.ENDED.code());
    assertThat(alice.shell().err())
        .contains("commit " + project.tip() + " is pushed, but lease " + id + " expired")
        .contains("recorded on it", "does not have docs/guide.md");
    assertThat(lease().text("state")).isEqualTo("EXPIRED");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
    assertThat(project.log()).containsExactly("Work", "Begin");
    assertThat(alice.status()).isEqualTo(" M docs/guide.md");
    bob.must("status");
    assertThat(bob.shell().err()).contains("alice checked in " + project.tip());
    alice.must("history", id);
    assertThat(alice.shell().out()).contains(project.tip());
  }

  @Test
  void aHookThatCompletesTheLeaseWithTheCommitIsAsGood() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    api()
        .post(Address.of("/v1/leases/", id, ":complete"), new Body().with("commit", project.tip()));
    alice.must("checkin");
    assertThat(project.log()).containsExactly("Work", "Begin");
    assertThat(alice.status()).isEmpty();
  }

  @Test
  void othersWhoPushInTheLastMomentAreMergedWith() throws Exception {
    Person bob = project.person("bob");
    List<String> commits = new ArrayList<>();
    checkingIn(
            (step, commit) -> {
              if (step == Progress.Step.COMMITTED && commits.isEmpty()) {
                push(bob);
              }
              commits.add(commit);
            })
        .checkIn(new CheckingIn.Options("Work", deleted -> true));
    assertThat(project.log()).containsExactly("Work", "Change src/main.c", "Begin");
    assertThat(project.file("src/main.c")).isEqualTo("int first;");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
    assertThat(alice.status()).isEmpty();
  }

  private static void push(Person bob) {
    try {
      bob.push("src/main.c", "int first;\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aBranchThatWasSwitchedToSinceTheCrashIsLeftAlone() throws Exception {
    String begin = project.tip();
    crashAfter(Progress.Step.PUSHED);
    alice.git().must("switch", "-q", "-c", "other");
    alice.must("checkin");
    assertThat(alice.shell().err()).contains("left as it is", "on the branch other now");
    assertThat(alice.git().text("rev-parse", "other", "main").lines())
        .containsExactly(begin, begin);
    assertThat(lease().text("commit")).isEqualTo(project.tip());
  }

  @Test
  void aCommitThatWasMadeSinceTheCrashIsKept() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    alice.git().must("commit", "-q", "-a", "-m", "By hand");
    alice.must("checkin");
    assertThat(alice.shell().err()).contains("left as it is", "on another commit now");
    assertThat(alice.git().text("log", "-1", "--format=%s", "main")).isEqualTo("By hand");
  }

  @Test
  void laterWorkInACommitByHandIsNamedAndKept() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    String before = project.tip();
    alice.write("docs/guide.md", "later\n");
    alice.git().must("commit", "-q", "-a", "-m", "By hand");
    assertThat(alice.run("checkin")).isEqualTo(Exit.NOT_CHECKED_IN.code());
    assertThat(alice.shell().err())
        .contains("does not have docs/guide.md as", "git switch --detach " + before);
    alice.git().must("switch", "-q", "--detach", before);
    alice.must("checkin");
    assertThat(lease().text("commit")).isEqualTo(before);
    assertThat(alice.git().text("log", "-1", "--format=%s", "main")).isEqualTo("By hand");
  }

  @Test
  void aLeaseThatEndsBeforeThePushIsNotPushedUnder() throws Exception {
    CheckingIn slow =
        checkingIn(
            (step, commit) -> {
              if (step == Progress.Step.COMMITTED) {
                time.pass(Duration.ofHours(73));
              }
            });
    assertThatThrownBy(() -> slow.checkIn(new CheckingIn.Options("Work", deleted -> true)))
        .hasMessageContaining("lease " + id + " expired");
    assertThat(project.log()).containsExactly("Begin");
  }

  @Test
  void aBranchThatIsSetBackBeforeThePushIsNotBroughtForwardAgain() throws Exception {
    Git remote = Git.in(project.remote, TestProject.ENVIRONMENT);
    String begin = project.tip();
    push(project.person("bob"));
    checkingIn(
            (step, commit) -> {
              if (step == Progress.Step.COMMITTED) {
                setBack(remote, begin);
              }
            })
        .checkIn(new CheckingIn.Options("Work", deleted -> true));
    assertThat(project.log()).containsExactly("Work", "Begin");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
  }

  private static void setBack(Git remote, String commit) {
    try {
      remote.must("update-ref", "refs/heads/main", commit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String footer() throws IOException {
    return "Leasehold-Lease: "
        + id
        + "\nLeasehold-Fencing-Token: "
        + lease().text("fencingToken")
        + "\n";
  }

  @Test
  void aCommitOfAnotherWithTheSameFooterIsNoCheckIn() throws Exception {
    Person bob = project.person("bob");
    bob.git().must("commit", "-q", "--allow-empty", "-m", "Copied\n\n" + footer());
    bob.git().must("push", "-q", "origin", "main");
    alice.must("checkin", "-m", "Work");
    assertThat(project.log()).containsExactly("Work", "Copied", "Begin");
    assertThat(lease().text("commit")).isEqualTo(project.tip());
  }

  @Test
  void aCommitThatQuotesTheFooterIsNoCheckIn() throws Exception {
    String quote = "Quote\n\n" + footer() + "\nThat is how it looks.";
    alice.git().must("commit", "-q", "--allow-empty", "-m", quote);
    alice.git().must("push", "-q", "origin", "main");
    alice.must("checkin", "-m", "Work");
    assertThat(project.log()).containsExactly("Work", "Quote", "Begin");
  }

  @Test
  void aCommitThatIsFoundByItsFooterMustHaveTheWork() throws Exception {
    crashAfter(Progress.Step.PUSHED);
    String before = project.tip();
    Files.delete(alice.place().resolve(".git/leasehold/checkin"));
    alice.write("docs/guide.md", "later\n");
    assertThat(alice.run("checkin")).isEqualTo(Exit.NOT_CHECKED_IN.code());
    assertThat(alice.shell().err()).contains(before, "does not have docs/guide.md as", "git stash");
    assertThat(lease().text("state")).isEqualTo("ACTIVE");
    alice.git().must("stash", "-q", "--include-untracked");
    alice.must("checkin");
    assertThat(lease().text("commit")).isEqualTo(before);
  }

  @Test
  void afterTheEndNothingIsPushed() throws Exception {
    time.pass(Duration.ofHours(73));
    assertThat(alice.run("checkin")).isEqualTo(Exit.ENDED.code());
    assertThat(alice.shell().err()).contains("lease " + id + " expired", "for 72 h");
    assertThat(project.log()).containsExactly("Begin");
  }
}
