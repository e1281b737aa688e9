package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real pushes: every file that differs afterwards has to be in the check-out. */
@Timeout(600)
class PushedFilesIT extends GuardedRepositories {

  /** With names of 400 characters these are more bytes than the hook has memory. */
  private static final int MANY = 60_000;

  @Test
  void everyFileThatDiffersAfterwardsHasToBeCovered() throws IOException {
    Path bare = guarded("scope");
    Path alice = sandbox.clone(bare, "scope-alice");
    JsonNode lease = checkout("scope", "alice", "/docs/**");

    sandbox.commit(alice, Map.of("docs/a.txt", "x\n", "src/b.txt", "outside\n"));
    assertThat(push(alice, lease, "HEAD:main").failed().text())
        .contains("src/b.txt: not in the check-out")
        .doesNotContain("docs/a.txt");
    sandbox.git(alice, "reset", "-q", "--hard", "origin/main");
    sandbox.git(alice, "mv", "docs/a.txt", "src/a.txt");
    sandbox.git(alice, "commit", "-q", "-m", "Move out of the scope");
    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("src/a.txt");
    sandbox.git(alice, "reset", "-q", "--hard", "origin/main");
    sandbox.git(alice, "mv", "src/b.txt", "docs/b.txt");
    sandbox.git(alice, "commit", "-q", "-m", "Move into the scope");
    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("src/b.txt");
    sandbox.git(alice, "reset", "-q", "--hard", "origin/main");
    sandbox.git(alice, "rm", "-q", "src/b.txt");
    sandbox.git(alice, "commit", "-q", "-m", "Delete outside");
    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("src/b.txt");
    sandbox.git(alice, "reset", "-q", "--hard", "origin/main");
    String other = head(alice, "HEAD");
    sandbox.git(alice, "update-index", "--add", "--cacheinfo", "160000," + other + ",libs/x");
    sandbox.git(alice, "commit", "-q", "-m", "Add a submodule outside");
    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("libs/x");
    sandbox.git(alice, "reset", "-q", "--hard", "origin/main");
    sandbox.git(alice, "rm", "-q", "docs/a.txt");
    sandbox.git(alice, "commit", "-q", "-m", "Delete inside");
    push(alice, lease, "HEAD:main").succeeded();
  }

  @Test
  void aMergeCountsByWhatItChangesOnTheBranch() throws IOException {
    Path bare = guarded("merge");
    Path alice = sandbox.clone(bare, "merge-alice");
    sandbox.git(alice, "checkout", "-q", "-b", "topic");
    sandbox.commit(alice, Map.of("src/b.txt", "topic\n"));
    sandbox.git(alice, "checkout", "-q", "main");
    sandbox.commit(alice, Map.of("docs/a.txt", "main\n"));
    sandbox.git(alice, "merge", "-q", "--no-edit", "topic");

    JsonNode docs = checkout("merge", "alice", "/docs/**");
    assertThat(push(alice, docs, "HEAD:main").failed().text()).contains("src/b.txt");
    server.admin().post("/v1/leases/" + id(docs) + ":revoke", Map.of("reason", "a wider one"));
    push(alice, checkout("merge", "alice", "/**"), "HEAD:main").succeeded();
  }

  @Test
  void aMergeThatTakesBackWhatOthersDidIsAChangeOfTheirFiles() throws IOException {
    Path bare = guarded("undo");
    Path alice = sandbox.clone(bare, "undo-alice");
    String first = head(alice, "HEAD");
    sandbox.commit(alice, Map.of("src/b.txt", "second\n"));
    push(alice, checkout("undo", "alice", "/src/**"), "HEAD:main").succeeded();
    // The tree of the first commit, as a merge of both: src/b.txt equals one of its parents.
    String merge =
        sandbox
            .git(alice, "commit-tree", first + "^{tree}", "-p", "HEAD", "-p", first, "-m", "Merge")
            .strip();

    JsonNode docs = checkout("undo", "alice", "/docs/**");
    assertThat(push(alice, docs, merge + ":main").failed().text()).contains("src/b.txt");
  }

  @Test
  void aForcePushCountsByWhatItDrops() throws IOException {
    Path bare = guarded("forced");
    Path alice = sandbox.clone(bare, "forced-alice");
    sandbox.commit(alice, Map.of("src/b.txt", "second\n"));
    push(alice, checkout("forced", "alice", "/src/**"), "HEAD:main").succeeded();
    sandbox.git(alice, "reset", "-q", "--hard", "HEAD~1");
    sandbox.commit(alice, Map.of("docs/a.txt", "another second\n"));

    JsonNode docs = checkout("forced", "alice", "/docs/**");
    assertThat(push(alice, docs, "+HEAD:main").failed().text()).contains("src/b.txt");
    assertThat(push(alice, docs, ":main").failed().text()).contains("src/b.txt");
  }

  @Test
  void theFirstPushOfAllIsAPushOfEveryFile() throws IOException {
    Path bare = guarded("first");
    sandbox.git(bare, "update-ref", "-d", "refs/heads/main");
    Path alice = sandbox.clone(bare, "first-alice");
    sandbox.commit(alice, Map.of("docs/a.txt", "a\n", "src/b.txt", "b\n"));

    JsonNode docs = checkout("first", "alice", "/docs/**");
    assertThat(push(alice, docs, "HEAD:main").failed().text()).contains("src/b.txt");
    server.admin().post("/v1/leases/" + id(docs) + ":revoke", Map.of("reason", "a wider one"));
    push(alice, checkout("first", "alice", "/**"), "HEAD:main").succeeded();
  }

  @Test
  void whatChangesNoFileOfABranchNeedsNoCheckOut() throws IOException {
    Path alice = sandbox.clone(guarded("nothing"), "nothing-alice");
    sandbox.git(alice, "tag", "v1");
    sandbox.git(alice, "push", "-q", "origin", "v1");
    sandbox.git(alice, "push", "-q", "origin", "HEAD:refs/heads/copy");
    // Commits that came by a ref which nobody guards are new to a branch all the same.
    sandbox.commit(alice, Map.of("src/b.txt", "changed\n"));
    sandbox.git(alice, "push", "-q", "origin", "HEAD:refs/aside/x");
    sandbox.run(alice, "push", "-q", "origin", "HEAD:refs/heads/from-aside").failed();
  }

  @Test
  void namesMayBeOdd() throws IOException {
    Path bare = guarded("odd");
    Path alice = sandbox.clone(bare, "odd-alice");
    JsonNode lease = checkout("odd", "alice", "/docs/**");
    sandbox.commit(
        alice,
        Map.of(
            "docs/ü [x]{y}*?.txt",
            "1",
            "docs/-dash",
            "2",
            "docs/new\nline\tand \"quote\"",
            "3",
            "docs/e\u0301 composed",
            "4"));
    String blob = sandbox.git(alice, "hash-object", "-w", "docs/-dash").strip();
    sandbox
        .start(
            alice,
            List.of(
                "sh",
                "-c",
                "printf '100644 %s\\tdocs/no-\\377-text\\0' "
                    + blob
                    + " | git update-index -z --add --index-info"))
        .succeeded();
    sandbox.git(alice, "commit", "-q", "-m", "A name that is no text");
    push(alice, lease, "HEAD:main").succeeded();

    JsonNode exact = checkout("odd", "alice", "/[[]x]");
    sandbox.commit(alice, Map.of("[x]", "1", "x", "2", "out\nside", "3"));
    assertThat(push(alice, exact, "HEAD:main").failed().text())
        .contains("x: not in", "side: not in")
        .doesNotContain("[x]: not in");
  }

  @Test
  void aChangeOfManyFilesTakesNoMoreMemory() throws IOException {
    Path bare = guarded("many");
    Path alice = sandbox.clone(bare, "many-alice");
    StringBuilder stream =
        new StringBuilder("commit refs/heads/many\ncommitter a <a@b> 1 +0000\ndata 4\nMany\n");
    stream.append("from ").append(head(alice, "HEAD")).append('\n');
    String folder = "d".repeat(200) + "/" + "e".repeat(200);
    for (int i = 0; i < MANY; i++) {
      stream.append("M 644 inline docs/").append(folder).append(i).append("\ndata 1\nx\n");
    }
    stream.append("M 644 inline outside\ndata 1\nx\n");
    Path input = sandbox.folder().resolve("many.stream");
    Files.writeString(input, stream, StandardCharsets.UTF_8);
    sandbox
        .start(alice, List.of("sh", "-c", "git fast-import --quiet < '" + input + "'"))
        .succeeded();

    JsonNode lease = checkout("many", "alice", "/docs/**");
    GitSandbox small = sandbox.with(CommandsHere.REAL, "yes");
    assertThat(push(small, alice, lease, "many:main").failed().text())
        .contains("outside: not in the check-out")
        .doesNotContain("OutOfMemory");
  }

  @Test
  void aReplacementOfACommitHidesNothing() throws IOException {
    Path bare = guarded("replaced");
    Path alice = sandbox.clone(bare, "replaced-alice");
    String first = head(alice, "HEAD");
    sandbox.commit(alice, Map.of("docs/a.txt", "harmless\n"));
    String shown = head(alice, "HEAD");
    sandbox.git(alice, "reset", "-q", "--hard", first);
    sandbox.commit(alice, Map.of("src/b.txt", "outside\n"));
    String real = head(alice, "HEAD");
    sandbox.git(alice, "push", "-q", "origin", shown + ":refs/replace/" + real);

    JsonNode docs = checkout("replaced", "alice", "/docs/**");
    assertThat(push(alice, docs, real + ":main").failed().text()).contains("src/b.txt");
    assertThat(head(bare, "main")).isEqualTo(first);
  }

  @Test
  void theFirstFewOutsideAreNamed() throws IOException {
    Path alice = sandbox.clone(guarded("few"), "few-alice");
    sandbox.commit(alice, files("out/f%04d", 30));

    JsonNode docs = checkout("few", "alice", "/docs/*.txt");
    assertThat(push(alice, docs, "HEAD:main").failed().text())
        .contains("out/f0009: not in", "perhaps more")
        .doesNotContain("out/f0010");
  }

  @Test
  void aPatternIsComparedWithAnyNumberOfFiles() throws IOException {
    Path alice = sandbox.clone(guarded("asked"), "asked-alice");
    sandbox.commit(alice, files("docs/f%04d.txt", 1_001));

    JsonNode docs = checkout("asked", "alice", "/docs/*.txt");
    push(alice, docs, "HEAD:main").succeeded();
  }

  private static Map<String, String> files(String name, int count) {
    Map<String, String> files = new HashMap<>();
    for (int i = 0; i < count; i++) {
      files.put(name.formatted(i), "x");
    }
    return files;
  }
}
