package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.Programs;
import dev.leasehold.testing.git.GitSandbox.Said;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real git in clones that Leasehold guards: what others hold is not committed or pushed. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CloneHooksIT {

  private GitSandbox sandbox;
  private ServerHere server;
  private CommandsHere commands;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Programs.need("git");
    server = ServerHere.start(directory.resolve("data"));
    commands = CommandsHere.start(directory.resolve("calls"));
    sandbox =
        HookProgram.in(GitSandbox.in(directory), commands)
            .with("LEASEHOLD_SERVER", server.url())
            .with("LEASEHOLD_TOKEN", server.admin().tokenFor("alice"));
  }

  @AfterAll
  void stop() throws IOException {
    if (commands != null) {
      commands.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /** A guarded clone of alice, of a repository whose name is the space. */
  private Path guarded(String name) throws IOException {
    Path bare = sandbox.bare(name);
    Path clone = sandbox.clone(bare, name + "-alice");
    sandbox.commit(clone, Map.of("docs/a.txt", "a\n", "src/b.txt", "b\n"));
    sandbox.git(clone, "push", "-q", "origin", "HEAD:main");
    HookProgram.run(sandbox, clone, "install").succeeded();
    return clone;
  }

  private String held(String holder, String space, String policy, String scope) throws IOException {
    Reply reply =
        server
            .admin()
            .post(
                "/v1/leases",
                Map.of(
                    "space", space, "holder", holder, "policy", policy, "scope", List.of(scope)));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("leaseId").asText();
  }

  private void shared(String holder, String space, String path) throws IOException {
    Reply reply =
        server
            .admin()
            .post(
                "/v1/leases",
                Map.of("space", space, "holder", holder, "mode", "SHARED", "paths", List.of(path)));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private Said commit(Path clone, Map<String, String> files, String... words) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.createDirectories(clone.resolve(file.getKey()).getParent());
      Files.writeString(clone.resolve(file.getKey()), file.getValue());
    }
    sandbox.git(clone, "add", "-A");
    List<String> command = new ArrayList<>(List.of("git", "commit", "-q", "-m", "Try"));
    command.addAll(List.of(words));
    return sandbox.start(clone, command);
  }

  @Test
  void whatSomebodyElseHoldsIsNeitherCommittedNorPushed() throws IOException {
    Path alice = guarded("others");
    String lease = held("bob", "others", "file", "/src/**");
    held("alice", "others", "file", "/own.txt");

    commit(alice, Map.of("docs/a.txt", "mine\n", "own.txt", "mine, too\n")).succeeded();
    assertThat(
            commit(alice, Map.of("src/b.txt", "not mine\n", "docs/c.txt", "x\n")).failed().text())
        .contains("src/b.txt: bob holds /src", "for another", lease, "leasehold ask")
        .doesNotContain("docs/c.txt");
    commit(alice, Map.of(), "--no-verify").succeeded();
    assertThat(sandbox.run(alice, "push", "origin", "HEAD:main").failed().text())
        .contains("this push is refused", "src/b.txt: bob holds");
    server.admin().post("/v1/leases/" + lease + ":revoke", Map.of("reason", "the test goes on"));
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
  }

  @Test
  void whoHasACheckOutChangesOnlyWhatItCovers() throws IOException {
    Path alice = guarded("covered");
    String lease = held("alice", "covered", "checkout", "/docs/*.txt");

    commit(alice, Map.of("docs/a.txt", "mine\n")).succeeded();
    assertThat(commit(alice, Map.of("src/b.txt", "outside\n")).failed().text())
        .contains("src/b.txt: not in your check-out of /docs/*.txt", lease, "leasehold checkout");
    sandbox.git(alice, "reset", "-q", "--hard");
    sandbox.git(alice, "mv", "docs/a.txt", "a.txt");
    assertThat(commit(alice, Map.of()).failed().text()).contains("a.txt: not in your check-out");
  }

  @Test
  void whatCannotBeToldGoesOnWithAWarningUnlessConfiguredOtherwise() throws IOException {
    Path alice = guarded("unsure");
    GitSandbox alone = sandbox.with("LEASEHOLD_SERVER", "http://127.0.0.1:1");
    Files.writeString(alice.resolve("docs/a.txt"), "changed\n");
    sandbox.git(alice, "config", "leasehold.whenUnsure", "deny");
    assertThat(alone.run(alice, "commit", "-a", "-m", "Try").failed().text())
        .contains("cannot tell", "is refused");
    sandbox.git(alice, "config", "--unset", "leasehold.whenUnsure");
    assertThat(alone.git(alice, "commit", "-a", "-m", "Try")).contains("cannot tell", "goes on");
    Path hook = alice.resolve(".git/hooks/pre-commit");
    Files.writeString(
        hook, Files.readString(hook).replaceFirst("program='.*'", "program='/not/here'"));
    Path bin = sandbox.folder().resolve("no-leasehold");
    GitSandbox without = sandbox.with("PATH", Files.createDirectories(bin) + ":/usr/bin:/bin");
    assertThat(without.git(alice, "commit", "--allow-empty", "-m", "Try"))
        .contains("the command leasehold is not here");
  }

  @Test
  void theFirstCommitAndManyFilesAreLookedAt() throws IOException {
    Path bare = sandbox.bare("many-files");
    Path alice = sandbox.clone(bare, "many-files-alice");
    HookProgram.run(sandbox, alice, "install").succeeded();
    held("bob", "many-files", "file", "/d/f0123");
    Map<String, String> files = new HashMap<>();
    for (int i = 0; i < 600; i++) {
      files.put("d/f%04d".formatted(i), "x");
    }
    assertThat(commit(alice, files).failed().text())
        .contains("d/f0123: bob holds")
        .doesNotContain("d/f0124");
  }

  @Test
  void whatOthersHavePushedMayBeMergedAndPushed() throws IOException {
    Path alice = guarded("merged");
    GitSandbox unguarded = sandbox.with("LEASEHOLD_TOKEN", server.admin().tokenFor("bob"));
    Path bob = unguarded.clone(sandbox.folder().resolve("merged.git"), "merged-bob");
    held("bob", "merged", "file", "/src/**");
    unguarded.commit(bob, Map.of("src/b.txt", "by bob, who holds it\n"));
    unguarded.git(bob, "push", "-q", "origin", "HEAD:main");
    commit(alice, Map.of("docs/a.txt", "by alice\n")).succeeded();
    sandbox.git(alice, "fetch", "-q");
    sandbox.git(alice, "merge", "-q", "--no-edit", "origin/main");
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
    sandbox.git(alice, "push", "-q", "origin", "HEAD:refs/heads/new-branch");
  }

  @Test
  void hooksThatWereThereRunFirstAndComeBack() throws IOException {
    Path alice = sandbox.clone(sandbox.bare("kept"), "kept-alice");
    GitSandbox.program(
        alice.resolve(".git/hooks/pre-commit"), "echo the old hook; exit ${FAIL:-0}");
    assertThat(HookProgram.run(sandbox, alice, "install").succeeded().text())
        .contains("runs first");
    HookProgram.run(sandbox, alice, "install").succeeded();

    assertThat(commit(alice, Map.of("a", "a")).succeeded().text()).containsOnlyOnce("the old hook");
    assertThat(sandbox.with("FAIL", "3").run(alice, "commit", "--allow-empty", "-m", "x").code())
        .isNotZero();
    HookProgram.run(sandbox, alice, "uninstall").succeeded();
    assertThat(alice.resolve(".git/hooks/pre-commit")).content().contains("the old hook");
    assertThat(alice.resolve(".git/hooks/pre-push")).doesNotExist();
    assertThat(HookProgram.run(sandbox, alice, "install", "--server").failed().text())
        .contains("no bare repository");
    sandbox.git(alice, "config", "core.hooksPath", sandbox.folder().resolve("shared").toString());
    assertThat(HookProgram.run(sandbox, alice, "install").failed().text())
        .contains("core.hooksPath");
  }

  @Test
  void manyLeasesOfOnesOwnHideNoneOfAnother() throws IOException {
    Path alice = guarded("own-many");
    Map<String, String> files = new HashMap<>();
    for (int i = 0; i < 20; i++) {
      held("alice", "own-many", "file", "/own/f%02d".formatted(i));
      files.put("own/f%02d".formatted(i), "x");
    }
    held("bob", "own-many", "file", "/own/f99");
    commit(alice, files).succeeded();
    for (int i = 0; i < 20; i++) {
      shared("alice", "own-many", "/read");
    }
    commit(alice, Map.of("read", "own\n")).succeeded();
    shared("bob", "own-many", "/read");
    assertThat(commit(alice, Map.of("read", "shared\n")).failed().text())
        .contains("read: bob holds");
    sandbox.git(alice, "reset", "-q", "--hard");
    files.replaceAll((name, text) -> "y");
    files.put("own/f99", "y");

    assertThat(commit(alice, files).failed().text())
        .contains("own/f99: bob holds")
        .doesNotContain("own/f19:");
  }

  @Test
  void aMergeWithConflictsIsCommittedAndCountsByWhatItChangesItself() throws IOException {
    Path alice = guarded("conflict");
    Path bob = sandbox.clone(sandbox.folder().resolve("conflict.git"), "conflict-bob");
    sandbox.commit(bob, Map.of("src/b.txt", "by bob\n", "docs/a.txt", "by bob\n"));
    sandbox.git(bob, "push", "-q", "origin", "HEAD:main");
    held("bob", "conflict", "file", "/src/**");
    commit(alice, Map.of("docs/a.txt", "by alice\n")).succeeded();
    sandbox.git(alice, "fetch", "-q");
    sandbox.run(alice, "merge", "-q", "origin/main").failed();

    assertThat(
            commit(alice, Map.of("docs/a.txt", "by both\n", "src/b.txt", "neither\n"))
                .failed()
                .text())
        .contains("src/b.txt: bob holds")
        .doesNotContain("docs/a.txt");
    commit(alice, Map.of("src/b.txt", "by bob\n")).succeeded();
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
  }

  @Test
  void aForcePushAndADeletionCountByWhatTheyDrop() throws IOException {
    Path alice = guarded("dropped");
    commit(alice, Map.of("src/b.txt", "second\n")).succeeded();
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main", "HEAD:refs/heads/topic");
    sandbox.git(alice, "tag", "v1");
    sandbox.git(alice, "push", "-q", "origin", "v1");
    held("bob", "dropped", "file", "/src/**");
    sandbox.git(alice, "reset", "-q", "--hard", "HEAD~1");
    commit(alice, Map.of("docs/a.txt", "another second\n")).succeeded();

    assertThat(sandbox.run(alice, "push", "origin", "+HEAD:main").failed().text())
        .contains("src/b.txt: bob holds")
        .doesNotContain("docs/a.txt");
    sandbox.git(alice, "push", "-q", "origin", ":v1");
    sandbox.git(alice, "push", "-q", "origin", ":topic");
    assertThat(sandbox.run(alice, "push", "origin", ":main").failed().text())
        .as("nothing else has it any more")
        .contains("src/b.txt: bob holds");
  }
}
