package dev.leasehold.cli.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real git, called. */
@Timeout(60)
class GitTest {

  @TempDir private Path directory;
  private Git git = Git.in(Path.of("/"), Map.of());

  @BeforeEach
  void make() throws Exception {
    Programs.need("git");
    git = Git.in(directory, Map.of("GIT_CONFIG_NOSYSTEM", "1"));
    git.must("init", "-q", "-b", "main");
  }

  @Test
  void namesOfAllKindsComeBackAsTheyAre() throws Exception {
    List<String> odd =
        List.of("-n", "a b", "a\nb", "\"q\"", "tab\there", "\u00e9.md", "e\u0301.md", "*?[x]");
    for (String name : odd) {
      Files.writeString(directory.resolve(name), "x");
    }
    git.with(String.join("\0", odd) + "\0")
        .with("GIT_LITERAL_PATHSPECS", "1")
        .must("add", "--pathspec-from-file=-", "--pathspec-file-nul");
    assertThat(git.must("ls-files", "-z").parts()).containsExactlyInAnyOrderElementsOf(odd);
  }

  @Test
  void aNameThatIsNoTextIsRefused() {
    GitOutput.Taken out = new GitOutput.Taken(new byte[] {'b', (byte) 0xE9, 0}, true);
    GitResult latin1 = new GitResult(0, out, "");
    assertThatThrownBy(latin1::parts)
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("no UTF-8");
  }

  @Test
  void aFailureSaysWhatGitSaid() {
    assertThatThrownBy(() -> git.text("rev-parse", "--verify", "--end-of-options", "--nothing"))
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("git rev-parse has failed")
        .hasMessageContaining("fatal");
  }

  @Test
  void whatTakesTooLongIsEndedWithAllThatItStarted() throws Exception {
    git.must("config", "alias.hang", "!sleep 1000");
    assertThatThrownBy(() -> git.within(Duration.ofMillis(300)).run("hang"))
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("took longer");
    // The system ends a process a moment after it was told to.
    await()
        .until(
            () ->
                ProcessHandle.current()
                    .descendants()
                    .filter(ProcessHandle::isAlive)
                    .noneMatch(
                        left -> left.info().commandLine().orElse("").contains("sleep 1000")));
  }

  @Test
  void nobodyIsAskedAnything() throws Exception {
    git.must("config", "alias.env", "!env");
    assertThat(git.text("env").lines()).contains("GIT_TERMINAL_PROMPT=0");
  }

  /**
   * Its exit code counts. The program may have more to say, so the output is not taken for whole;
   * or, where Java has closed the pipe first, it is what was said when git ended.
   */
  @Test
  void nobodyWaitsForAProgramThatGitHasLeftBehind() throws Exception {
    git.must("config", "alias.leave", "!sleep 55 & echo $! >left; echo first");
    long begin = System.nanoTime();
    GitResult result = git.run("leave");
    try {
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
      assertThat(result.isDone()).isTrue();
      try {
        assertThat(result.text()).isEqualTo("first");
      } catch (GitFailedException e) {
        assertThat(e)
            .hasMessageContaining("may be cut off")
            .hasMessageContaining("end that program");
      }
    } finally {
      long left = Long.parseLong(Files.readString(directory.resolve("left")).strip());
      assertThat(ProcessHandle.of(left).orElseThrow().destroyForcibly()).isTrue();
    }
  }

  @Test
  void muchOutputAndUnreadInputDoNotHang() throws Exception {
    String text = "line\n".repeat(200_000);
    String blob = git.with(text).text("hash-object", "-w", "--stdin");
    assertThat(git.must("cat-file", "blob", blob).out()).hasSize(text.length());
    assertThat(git.with(text).run("version").isDone()).isTrue();
  }
}
