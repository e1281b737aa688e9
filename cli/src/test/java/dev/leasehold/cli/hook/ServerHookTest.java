package dev.leasehold.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.checkout.InAProject;
import dev.leasehold.cli.checkout.TestProject;
import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guards of a server, told of pushes of alice that are taken or not. */
@Timeout(180)
class ServerHookTest extends InAProject {

  private static final String NOTHING = "0".repeat(40);

  private Git bare;
  private String base;

  @BeforeEach
  void guard() throws Exception {
    bare = Git.in(project.remote, TestProject.ENVIRONMENT);
    bare.must("config", HookSettings.PUSHER, "GIT_PUSHER");
    base = project.tip();
  }

  /** A check-out of alice. Returns its id. */
  private String checkout(String path) {
    return alice.must(
        "acquire", "--policy", "checkout", "--space", name, "--name", path, "--quiet");
  }

  /** A commit of alice on another one. The server has it, on no branch. */
  private String commit(String on, String path, String message) throws IOException {
    alice.git().must("checkout", "-q", "--detach", on);
    alice.write(path, message);
    alice.git().must("add", "--all");
    alice.git().must("commit", "-q", "-m", message);
    return sent();
  }

  private String sent() throws IOException {
    String commit = alice.git().text("rev-parse", "HEAD");
    alice.git().must("push", "-q", "origin", commit + ":refs/sent/" + commit);
    return commit;
  }

  private static String update(String branch, String before, String after) {
    return before + " " + after + " refs/heads/" + branch;
  }

  private static String footer(String lease) {
    return "Change\n\nLeasehold-Lease: " + lease;
  }

  private TestSurroundings hook() throws IOException {
    TestSurroundings shell = server.admin().with("GIT_PUSHER", "alice");
    TestProject.ENVIRONMENT.forEach(shell::with);
    return shell.in(project.remote.toRealPath());
  }

  /** Asks the guard about a push, which commits say the check-outs of. */
  private TestSurroundings ask(int code, String... refs) throws IOException {
    return ask(hook(), code, refs);
  }

  private static TestSurroundings ask(TestSurroundings shell, int code, String... refs) {
    shell.withInput(String.join("\n", refs) + "\n");
    assertThat(shell.run("git-hook", "pre-receive")).as(shell.err()).isEqualTo(code);
    return shell;
  }

  /** Has the guard let a push through that names its check-out by an option. */
  private void letThrough(String lease, String... refs) throws IOException {
    ask(hook().with("GIT_PUSH_OPTION_0", "leasehold-lease=" + lease), 0, refs);
  }

  private void take(String branch, String commit) throws IOException {
    bare.must("update-ref", "refs/heads/" + branch, commit);
  }

  /** Runs the hook that comes after a push, and returns what it says. */
  private List<String> completed() throws IOException {
    TestSurroundings shell = hook();
    assertThat(shell.run("git-hook", "post-receive")).as(shell.err()).isZero();
    return shell.err().lines().map(line -> line.replaceFirst("leasehold: *", "")).toList();
  }

  private static String checkedIn(String lease, String commit) {
    return "checked in: lease " + lease + " is completed with the commit " + commit;
  }

  private Path notes() {
    return project.remote.resolve("leasehold/pushes");
  }

  @Test
  void aBranchThatGitDidNotSetBackCompletesNothing() throws Exception {
    String lease = checkout("/docs/");
    String next = commit(base, "docs/api.md", "next");
    take("main", next);
    letThrough(lease, update("main", next, base));
    assertThat(completed()).isEmpty();
    assertThat(lease(lease).text("state")).isEqualTo("ACTIVE");

    take("main", base);
    assertThat(completed()).containsExactly(checkedIn(lease, base));
  }

  @Test
  void whatIsPushedAgainUnderAnotherCheckOutCompletesThatOneAlone() throws Exception {
    String first = checkout("/docs/");
    String work = commit(base, "docs/api.md", "work");
    letThrough(first, update("main", base, work));
    alice.must("release", first);
    String second = checkout("/docs/");
    letThrough(second, update("main", base, work));
    take("main", work);

    assertThat(completed()).containsExactly(checkedIn(second, work));
    assertThat(lease(first).has("commit")).isFalse();
    assertThat(notes()).isEmptyDirectory();
  }

  /** Twice, for the names of notes have no order. */
  @Test
  void ofWhatIsAddedToARefusedPushTheLastCommitCounts() throws Exception {
    String before = base;
    for (String round : List.of("1", "2")) {
      String lease = checkout("/docs/");
      String refused = commit(before, "docs/api.md", "refused " + round);
      letThrough(lease, update("main", before, refused));
      String mended = commit(refused, "docs/api.md", "mended " + round);
      letThrough(lease, update("main", before, mended));
      take("main", mended);
      assertThat(completed()).containsExactly(checkedIn(lease, mended));
      before = mended;
    }
  }

  @Test
  void aRefusedPushThatIsMergedWithWorkOfOthersCountsByItsMerge() throws Exception {
    String lease = checkout("/docs/");
    String refused = commit(base, "docs/api.md", "refused");
    letThrough(lease, update("main", base, refused));
    String others = commit(base, "src/main.c", "others");
    take("main", others);
    alice.git().must("merge", "-q", "--no-edit", refused);
    String merge = sent();
    letThrough(lease, update("main", others, merge));
    take("main", merge);
    assertThat(completed()).containsExactly(checkedIn(lease, merge));
  }

  @Test
  void pushesThatCameOneAfterTheOtherAreAllCompleted() throws Exception {
    String docs = checkout("/docs/");
    String sources = checkout("/src/");
    String branch = "\u00e9t\u00e9=1";
    String first = commit(base, "docs/api.md", "first");
    letThrough(docs, update(branch, NOTHING, first));
    take(branch, first);
    String second = commit(first, "src/main.c", "second");
    letThrough(sources, update(branch, first, second));
    take(branch, second);
    assertThat(completed()).containsExactly(checkedIn(docs, first), checkedIn(sources, second));
  }

  @Test
  void aRefThatCannotBeJudgedHidesNoneThatIsRefused() throws Exception {
    bare.must("config", HookSettings.UNSURE, "allow");
    String untold = commit(base, "src/main.c", "says nothing");
    String lease = checkout("/docs/");
    String outside = commit(base, "src/main.c", footer(lease));
    String topic = update("topic", NOTHING, untold);
    assertThat(ask(1, topic, update("main", base, outside)).err())
        .contains("this push is refused", "src/main.c: not in the check-out");
    String inside = commit(base, "docs/api.md", footer(lease));
    ask(1, update("main", base, inside), update("topic", NOTHING, outside));
    assertThat(notes()).doesNotExist();
  }

  @Test
  void aRefThatCannotBeJudgedKeepsNoOtherFromBeingCompleted() throws Exception {
    String lease = checkout("/docs/");
    String untold = commit(base, "src/main.c", "says nothing");
    String inside = commit(base, "docs/api.md", footer(lease));
    String[] refs = {update("topic", NOTHING, untold), update("main", base, inside)};
    assertThat(ask(1, refs).err()).contains("cannot tell", "names no check-out", "is refused");
    assertThat(notes()).as("refused as a whole").doesNotExist();

    bare.must("config", HookSettings.UNSURE, "allow");
    assertThat(ask(0, refs).err()).contains("cannot tell", "names no check-out", "goes on");
    take("main", inside);
    assertThat(completed()).containsExactly(checkedIn(lease, inside));
  }

  @Test
  void aServerThatDoesNotAnswerIsWaitedForOnce() throws Exception {
    String work = commit(base, "docs/api.md", footer("any"));
    try (Relay relay = Relay.to("http://127.0.0.1:1")) {
      bare.must("config", HookSettings.SERVER, relay.url());
      ask(1, update("main", base, work), update("topic", NOTHING, work));
      assertThat(relay.asked()).hasSize(1);
    }
  }

  /** Git tells of the newest commit, and then that it cannot read one below. */
  @Test
  void whatIsKnownToBeOutsideIsRefusedThoughGitFailsToTellTheRest() throws Exception {
    bare.must("config", HookSettings.UNSURE, "allow");
    String lost = commit(base, "docs/api.md", "lost");
    String below = commit(lost, "docs/api.md", "below");
    String newest = commit(below, "src/main.c", footer(checkout("/docs/")));
    String tree = bare.text("rev-parse", lost + "^{tree}");
    Files.delete(
        project.remote.resolve("objects/" + tree.substring(0, 2) + "/" + tree.substring(2)));
    assertThat(ask(1, update("topic", NOTHING, newest)).err())
        .contains("src/main.c: not in the check-out", "and perhaps more");
  }

  @Test
  void aNoteThatCannotBeReadIsKeptAndToldAndStopsNoOther() throws Exception {
    String lease = checkout("/docs/");
    String work = commit(base, "docs/api.md", "work");
    letThrough(lease, update("main", base, work));
    take("main", work);
    Path empty = Files.createFile(notes().resolve("0.push"));
    Path cut = Files.writeString(notes().resolve("1.push"), "lease=x\nref=refs/heads/main\n");
    Path odd = Files.writeString(notes().resolve("2.push"), "lease=\\u00");
    Path folder = Files.createDirectory(notes().resolve("3.push"));
    Path binary = Files.write(notes().resolve("4.push"), new byte[] {'a', (byte) 0xE9});
    Instant longAgo = Instant.now().minus(Duration.ofDays(2));
    for (Path each : List.of(empty, cut, odd, folder, binary)) {
      Files.setLastModifiedTime(each, FileTime.from(longAgo));
    }
    List<String> said = completed();
    assertThat(said).hasSize(6).contains(checkedIn(lease, work));
    assertThat(said.get(0)).contains("0.push is left as it is", "does not say lease, holder");
    assertThat(said.get(1)).contains("does not say holder, space, before, commit;", "by hand");
    assertThat(said.get(2)).contains("2.push is left as it is", "no text");
    assertThat(said.get(3)).contains("3.push is left as it is");
    assertThat(said.get(4)).contains("4.push is left as it is", "no text");
    assertThat(List.of(empty, cut, odd, folder, binary)).allMatch(Files::exists);
  }

  @Test
  void aNoteOfAnUnknownLeaseStopsNoOther() throws Exception {
    Files.createDirectories(notes());
    Files.writeString(
        notes().resolve("0.push"),
        "lease=unknown\nholder=alice\nspace=%s\nref=refs/heads/main\nbefore=%s\ncommit=%s\n"
            .formatted(name, NOTHING, base));
    String lease = checkout("/docs/");
    String work = commit(base, "docs/api.md", "work");
    letThrough(lease, update("main", base, work));
    take("main", work);
    assertThat(completed())
        .hasSize(2)
        .contains(checkedIn(lease, work))
        .anyMatch(line -> line.contains("unknown"));
    assertThat(notes()).isEmptyDirectory();
  }
}
