package dev.leasehold.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.checkout.InAProject;
import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guard of pushes, asked about branches that go away or are written anew. */
@Timeout(180)
class PrePushTest extends InAProject {

  private static final String NOTHING = "0".repeat(40);

  private String base;

  @BeforeEach
  void remember() throws Exception {
    base = project.tip();
  }

  private void hold(String path) {
    assertThat(bob.run("acquire", "--space", name, "--name", path)).as(bob.shell().err()).isZero();
  }

  /** Pushes a commit of alice on a branch of that name, without the guard, and returns it. */
  private String pushed(String branch, String on, String path, String text) throws IOException {
    alice.git().must("checkout", "-q", "--detach", on);
    String commit = committed(path, text);
    alice.git().must("push", "-q", "--force", "origin", "HEAD:refs/heads/" + branch);
    return commit;
  }

  /** Commits a change of alice on the branch that she is on, and returns it. */
  private String committed(String path, String text) throws IOException {
    alice.write(path, text);
    alice.git().must("add", "--all");
    alice.git().must("commit", "-q", "-m", "Change " + path);
    return head();
  }

  /** An empty repository beside that of the project. */
  private String bare(String directory) throws IOException {
    String place = work.resolve(directory).toString();
    alice.git().must("init", "-q", "--bare", "-b", "main", place);
    return place;
  }

  private String head() throws IOException {
    return alice.git().text("rev-parse", "HEAD");
  }

  private static String deletion(String branch, String before) {
    return "(delete) " + NOTHING + " refs/heads/" + branch + " " + before;
  }

  private static String update(String branch, String before, String after) {
    return after + " " + after + " refs/heads/" + branch + " " + before;
  }

  /** Has the guard look at a push, as git tells it, and returns its exit code. */
  private int push(String remote, String url, String... refs) {
    alice.shell().withInput(String.join("\n", refs) + "\n");
    return alice.run("git-hook", "pre-push", remote, url);
  }

  /** Has the guard look at a push to the project, and returns what it refuses. */
  private List<String> refused(String... refs) {
    return refusedAt("origin", project.remote.toString(), refs);
  }

  private List<String> refusedAt(String remote, String url, String... refs) {
    int code = push(remote, url, refs);
    List<String> lines = new ArrayList<>(alice.shell().err().lines().toList());
    assertThat(code).as(alice.shell().err()).isEqualTo(lines.isEmpty() ? 0 : 1);
    return lines.stream()
        .filter(line -> line.contains(" holds "))
        .map(line -> line.replaceFirst("leasehold: *", "").replaceFirst(" holds .*", ""))
        .toList();
  }

  @Test
  void aMergedBranchIsDeletedWhateverOthersHold() throws Exception {
    String merged = pushed("topic", base, "src/main.c", "by alice\n");
    hold("/src/");
    assertThat(refused(deletion("topic", merged))).containsExactly("src/main.c: bob");
    alice.git().must("push", "-q", "origin", "HEAD:main");
    assertThat(refused(deletion("topic", merged))).isEmpty();
    assertThat(refused(deletion("main", merged))).as("the topic still has it").isEmpty();
  }

  @Test
  void branchesThatHaveTheSameWorkAreNotDeletedTogether() throws Exception {
    String work = pushed("topic", base, "src/main.c", "by alice\n");
    alice.git().must("push", "-q", "origin", "HEAD:refs/heads/twin");
    hold("/src/");
    assertThat(refused(deletion("topic", work))).isEmpty();
    assertThat(refused(deletion("topic", work), deletion("twin", work)))
        .containsExactly("src/main.c: bob");
    alice.git().must("push", "-q", "origin", ":refs/heads/twin");
    assertThat(refused(update("main", base, work), deletion("topic", work)))
        .as("main gets it with the same push")
        .isEmpty();
  }

  /** The remote's HEAD is another name of its main branch, and goes with it. */
  @Test
  void theMainBranchIsNotKeptByItsOtherName() throws Exception {
    String first = pushed("main", base, "src/main.c", "by alice\n");
    alice.git().must("remote", "set-head", "origin", "main");
    hold("/src/");
    assertThat(refused(deletion("main", first))).containsExactly("src/main.c: bob");
  }

  @Test
  void aRebasedBranchIsPushedWhateverCameBelowIt() throws Exception {
    String before = pushed("topic", base, "docs/api.md", "by alice\n");
    bob.push("src/main.c", "by bob\n");
    hold("/src/");
    alice.git().must("fetch", "-q");
    alice.git().must("rebase", "-q", "origin/main");
    assertThat(refused(update("topic", before, head()))).isEmpty();
  }

  @Test
  void whatAForcePushDropsCounts() throws Exception {
    String before = pushed("main", base, "src/main.c", "by alice\n");
    alice.git().must("push", "-q", "origin", "HEAD:refs/heads/copy");
    String after = pushed("other", base, "docs/api.md", "by alice\n");
    hold("/src/");
    assertThat(refused(update("main", before, after)))
        .as("though another branch has it")
        .containsExactly("src/main.c: bob");
  }

  @Test
  void whatIsLostUnseenCannotBeTold() throws Exception {
    bob.push("src/main.c", "by bob\n");
    String unseen = project.tip();
    hold("/src/");
    String own = committed("docs/api.md", "by alice\n");
    for (String ref : List.of(update("main", unseen, own), deletion("main", unseen))) {
      assertThat(push("origin", "", ref)).as(ref).isZero();
      assertThat(alice.shell().err()).contains("cannot tell", "main", "fetch first", "goes on");
    }
    alice.git().must("config", HookSettings.UNSURE, "deny");
    for (String ref : List.of(update("main", unseen, own), deletion("main", unseen))) {
      assertThat(push("origin", "", ref)).as(ref).isEqualTo(1);
      assertThat(alice.shell().err()).contains("cannot tell", "fetch first", "is refused");
    }
    String known = committed("src/main.c", "by alice\n");
    assertThat(refused(update("main", unseen, known)))
        .as("what is known to be wrong is said first")
        .containsExactly("src/main.c: bob");
    alice.git().must("config", HookSettings.REF, "refs/heads/release");
    assertThat(refused(update("main", unseen, own))).as("not guarded").isEmpty();
  }

  @Test
  void aRefThatGitCannotReadHidesNoneThatIsRefused() throws Exception {
    hold("/src/");
    String own = committed("src/main.c", "by alice\n");
    String unreadable = update("topic", NOTHING, "1".repeat(40));
    assertThat(push("origin", "", unreadable)).isZero();
    assertThat(alice.shell().err()).contains("cannot tell", "goes on");
    assertThat(refused(unreadable, update("main", base, own))).containsExactly("src/main.c: bob");
  }

  @Test
  void aTwinBelowAnotherNameKeepsTheWork() throws Exception {
    String work = pushed("topic", base, "src/main.c", "by alice\n");
    alice.git().must("push", "-q", "origin", "HEAD:refs/heads/alice/topic");
    hold("/src/");
    assertThat(refused(deletion("topic", work))).isEmpty();
    assertThat(refused(deletion("alice/topic", work))).isEmpty();
  }

  @Test
  void atAnAddressOnlyRefsOfTheRemoteThereAreKept() throws Exception {
    String address = project.remote.toString();
    String work = pushed("topic", base, "src/main.c", "by alice\n");
    String backup = bare("backup.git");
    alice.git().must("remote", "add", "backup", backup);
    alice.git().must("push", "-q", "backup", "HEAD:refs/heads/copy");
    hold("/src/");
    assertThat(refusedAt(address, address, deletion("topic", work)))
        .as("a copy elsewhere keeps nothing here")
        .containsExactly("src/main.c: bob");
    alice.git().must("push", "-q", "origin", "HEAD:main");
    assertThat(refusedAt(address, address, deletion("topic", work))).isEmpty();
    assertThat(refusedAt("short:" + name, address, deletion("topic", work)))
        .as("git has another address for the one that was typed")
        .isEmpty();
    String unknown = bare("unknown.git");
    assertThat(refusedAt(unknown, unknown, deletion("topic", work)))
        .as("nobody knows what else is there")
        .containsExactly("src/main.c: bob");
    assertThat(refusedAt(unknown, unknown, update("main", base, work), deletion("topic", work)))
        .isEmpty();
  }

  @Test
  void aRemoteWhoseNameBeginsLikeAnotherIsAnother() throws Exception {
    String work = pushed("topic", base, "src/main.c", "by alice\n");
    alice.git().must("remote", "rename", "origin", "team");
    alice.git().must("config", "remote.team/x.url", bare("x.git"));
    alice.git().must("config", "remote.team/x.fetch", "+refs/heads/*:refs/remotes/team/x/*");
    alice.git().must("config", HookSettings.SPACE, name);
    alice.git().must("push", "-q", "team/x", "HEAD:refs/heads/copy");
    alice.git().must("update-ref", "-d", "refs/remotes/team/topic");
    hold("/src/");
    String address = project.remote.toString();
    assertThat(refusedAt("team", address, deletion("topic", work)))
        .containsExactly("src/main.c: bob");
    assertThat(refusedAt("team", address, update("new", NOTHING, work)))
        .as("only the other one has it")
        .containsExactly("src/main.c: bob");
    assertThat(refusedAt("team/x", "", update("new", NOTHING, work))).isEmpty();
  }

  /** Has alice go into a clone of the project in another work tree, and returns the latter. */
  private Git nested() throws IOException {
    Path outer = Files.createDirectory(work.resolve("outer"));
    Git around = alice.git().at(outer);
    around.must("init", "-q", "-b", "main");
    around.must("clone", "-q", project.remote.toString(), "inner");
    alice = alice.at(outer.resolve("inner"));
    alice.git().must("config", "user.name", "alice");
    alice.git().must("config", "user.email", "alice@example.com");
    return around;
  }

  private void holdAll(String space) {
    bob.must("acquire", "--space", space, "--glob", "/**");
  }

  @Test
  void aCloneInAnotherWorkTreeHasTheSpaceThatItWasGiven() throws Exception {
    Git around = nested();
    around.must("remote", "add", "origin", "https://git.example.com/" + name + "-outer.git");
    holdAll(name + "-inner");
    String work = committed("docs/api.md", "by alice\n");
    assertThat(refused(update("topic", NOTHING, work))).as("the space around").isEmpty();
    alice.must("git-hook", "install", "--space", name + "-inner");
    assertThat(refused(update("topic", NOTHING, work))).containsExactly("docs/api.md: bob");
  }

  @Test
  void aCloneInAWorkTreeWithoutANameHasItsOwn() throws Exception {
    Git around = nested();
    holdAll(name);
    String work = committed("docs/api.md", "by alice\n");
    assertThat(refused(update("topic", NOTHING, work))).containsExactly("docs/api.md: bob");
    around.must("config", HookSettings.SPACE, name + "-outer");
    assertThat(refused(update("topic", NOTHING, work))).isEmpty();
  }

  @Test
  void theSpaceIsThatOfTheRemoteWhichTheBranchFollows() throws Exception {
    String fork = bare("fork.git");
    alice.git().must("remote", "set-url", "origin", fork);
    alice.git().must("remote", "add", "upstream", project.remote.toString());
    alice.git().must("fetch", "-q", "upstream");
    alice.git().must("branch", "-q", "--set-upstream-to", "upstream/main");
    hold("/src/");
    String work = committed("src/main.c", "by alice\n");
    assertThat(refusedAt("origin", fork, update("topic", NOTHING, work)))
        .containsExactly("src/main.c: bob");
  }

  @Test
  void theOnlyRemoteHasTheNameWhateverItIsCalled() throws Exception {
    alice.git().must("remote", "rename", "origin", "github");
    alice.git().must("checkout", "-q", "--detach");
    hold("/src/");
    String work = committed("src/main.c", "by alice\n");
    assertThat(refusedAt("github", "", update("topic", NOTHING, work)))
        .containsExactly("src/main.c: bob");
  }

  @Test
  void theSpaceIsAskedForOnceHoweverManyCheckOutsThereAre() throws Exception {
    alice.must("checkout", "./docs");
    alice.must("acquire", "--policy", "checkout", "--space", name, "--name", "/src/");
    String work = committed("docs/api.md", "by alice\n");
    try (Relay relay = Relay.to(server.url())) {
      alice.shell().with("LEASEHOLD_SERVER", relay.url());
      assertThat(refused(update("topic", NOTHING, work))).isEmpty();
      assertThat(relay.asked()).containsOnlyOnce("/v1/spaces/" + name);
    }
  }
}
