package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.git.GitFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Working copies of their own: what they begin with, and what they leave alone. */
@Timeout(180)
class NewWorkingCopyTest extends InAProject {

  @Test
  void aCopyThatSomebodyElseMadeMeanwhileIsNotTakenAway() throws Exception {
    Path place = work.toRealPath().resolve("copy");
    Path away = work.resolve("away");
    alice.git().must("worktree", "add", "-q", "--detach", away.toString());
    Files.move(away, work.resolve("on another disk"));
    Clone clone = Clone.around(null, alice.shell().surroundings());
    NewWorkingCopy copy = new NewWorkingCopy(clone, place);
    copy.requireFree();
    alice.git().must("worktree", "add", "-q", "--detach", place.toString());
    Files.writeString(place.resolve("docs/api.md"), "hours of work\n");

    CheckedOut checkout = new CheckedOut("id", name, Branch.of(clone, null), project.tip(), "", "");
    assertThatThrownBy(() -> copy.make(checkout, Fields.parse("{}")))
        .isInstanceOf(GitFailedException.class);
    copy.remove();

    assertThat(place.resolve("docs/api.md")).hasContent("hours of work");
    assertThat(alice.git().text("worktree", "list")).contains(place.toString(), away.toString());
  }

  /** Has git pass all files that it writes through a command. */
  private void filter(String command) throws IOException {
    alice.git().must("config", "filter.test.smudge", command);
    alice.git().must("config", "filter.test.required", "true");
    Files.createDirectories(alice.place().resolve(".git/info"));
    Files.writeString(alice.place().resolve(".git/info/attributes"), "* filter=test\n");
  }

  @Test
  void aCopyThatGetsNoFilesIsTakenAwayAndTheLeaseGivenBack() throws Exception {
    filter("false");
    assertThat(alice.run("checkout", "--into", "../copy")).isEqualTo(1);
    assertThat(work.resolve("copy")).doesNotExist();
    assertThat(alice.git().text("worktree", "list").lines()).hasSize(1);
    alice.must("status");
    assertThat(alice.shell().out()).contains("you hold nothing in " + name);
  }

  @Test
  void aCopyRemembersItsCheckOutBeforeItHasFiles() throws Exception {
    Path seen = work.resolve("seen");
    filter("ls \"$(git rev-parse --git-dir)/leasehold\" > '" + seen + "'; cat");
    alice.must("checkout", "--into", "../copy", "--quiet");
    assertThat(seen).hasContent("checkout");
  }

  @Test
  void aCopyThatRemembersNothingIsCheckedInByTheNameOfTheLease() throws Exception {
    String id = alice.must("checkout", "--into", "../copy", "--quiet");
    Person copy = alice.at(work.resolve("copy"));
    Files.delete(
        Path.of(copy.git().text("rev-parse", "--absolute-git-dir")).resolve("leasehold/checkout"));
    copy.write("docs/api.md", "mine\n");
    assertThat(copy.run("checkin", "--lease", id)).isEqualTo(Exit.USAGE.code());
    assertThat(copy.shell().err()).contains("git switch -c", "--set-upstream-to").hasLineCount(1);
    copy.git().must("switch", "-q", "-c", "mine");
    copy.git().must("branch", "-q", "--set-upstream-to", "origin/main");
    copy.must("checkin", "--lease", id);
    assertThat(project.file("docs/api.md")).isEqualTo("mine");
  }

  @Test
  void variablesThatLeadGitElsewhereAreNotFollowed() throws Exception {
    bob.write("docs/api.md", "hours of work\n");
    alice.shell().with("GIT_DIR", bob.place().resolve(".git").toString());
    alice.shell().with("GIT_WORK_TREE", bob.place().toString());
    alice.shell().with("GIT_INDEX_FILE", bob.place().resolve(".git/index").toString());
    alice.must("checkout", "--into", "../copy", "--quiet");
    Person copy = alice.at(work.resolve("copy"));
    assertThat(bob.place().resolve("docs/api.md")).hasContent("hours of work");
    assertThat(bob.git().text("worktree", "list").lines()).hasSize(1);
    copy.write("docs/guide.md", "short\n");
    copy.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("api");
    assertThat(project.file("docs/guide.md")).isEqualTo("short");
    assertThat(bob.status()).isEqualTo(" M docs/api.md");
  }

  /** Has the branch move right after it is fetched for the first time. */
  private String moveAfterFetch() throws IOException {
    bob.write("docs/new.md", "new\n");
    bob.git().must("add", "--all");
    bob.git().must("commit", "-q", "-m", "Next");
    bob.git().must("push", "-q", "origin", "HEAD:next");
    String next = bob.git().text("rev-parse", "HEAD");
    Path script = work.resolve("upload-pack");
    Files.writeString(
        script,
        "#!/bin/sh\ngit upload-pack \"$@\"\nended=$?\ngit --git-dir='"
            + project.remote
            + "' update-ref refs/heads/main "
            + next
            + "\nexit $ended\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    alice.git().must("config", "remote.origin.uploadpack", script.toString());
    return next;
  }

  @Test
  void aCopyHasWhatOthersCheckedInUntilTheLeaseWasGranted() throws Exception {
    String next = moveAfterFetch();
    alice.must("checkout", "--into", "../copy", "--quiet");
    Person copy = alice.at(work.resolve("copy"));
    assertThat(copy.git().text("rev-parse", "HEAD")).isEqualTo(next);
    assertThat(copy.place().resolve("docs/new.md")).exists();
  }

  @Test
  void inPlaceItSaysThatTheBranchHasMoved() throws Exception {
    moveAfterFetch();
    alice.must("checkout", "--quiet");
    assertThat(alice.shell().err()).contains("origin/main has newer commits", "git pull");
  }
}
