package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.remote.Exit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Check-ins from a shell: what is let through, what is refused, and what becomes of the files. */
@Timeout(180)
class CheckinTest extends InAProject {

  private static final int REFUSED = Exit.NOT_CHECKED_IN.code();

  private static void assertRefused(Person who, String... said) {
    assertThat(who.run("checkin")).as(who.shell().out() + who.shell().err()).isEqualTo(REFUSED);
    assertThat(who.shell().err()).contains(said).hasLineCount(1);
  }

  @Test
  void theCommitEndsWithLeaseAndFencingToken() throws Exception {
    String id = alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "better\n");
    alice.write("docs/new/file.md", "new\n");
    assertThat(alice.must("checkin", "-m", "Explain the API\n\nWith words."))
        .contains(project.tip(), "origin/main", "completed");

    String message =
        Git.in(project.remote, TestProject.ENVIRONMENT).text("log", "-1", "--format=%B");
    assertThat(message.strip())
        .isEqualTo(
            "Explain the API\n\nWith words.\n\nLeasehold-Lease: "
                + id
                + "\nLeasehold-Fencing-Token: "
                + lease(id).text("fencingToken"));
    assertThat(lease(id).text("state")).isEqualTo("COMPLETED");
    assertThat(lease(id).text("commit")).isEqualTo(project.tip());
    assertThat(alice.git().text("rev-parse", "HEAD")).isEqualTo(project.tip());
    assertThat(alice.git().text("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    assertThat(alice.status()).isEmpty();
    assertThat(alice.run("checkin")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("remembers no check-out");
  }

  @Test
  void aMessageCannotNameAnotherLease() throws Exception {
    String id = alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "better\n");
    alice.must("checkin", "-m", "Fix\n\nSigned-off-by: A <a@b>\nLeasehold-Lease: other");
    String trailers =
        Git.in(project.remote, TestProject.ENVIRONMENT)
            .text("log", "-1", "--format=%(trailers:only)");
    assertThat(trailers).contains("Signed-off-by: A <a@b>", "Leasehold-Lease: " + id);
    assertThat(trailers).doesNotContain("other");
  }

  @Test
  void aChangeInTheSecondOfTheCheckOutIsSeen() throws Exception {
    alice.must("checkout", "--quiet");
    Path file = alice.place().resolve("docs/api.md");
    FileTime then = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    Files.setLastModifiedTime(file, then);
    alice.git().must("update-index", "--refresh");
    Files.setLastModifiedTime(alice.place().resolve(".git/index"), then);
    alice.write("docs/api.md", "ipa\n");
    Files.setLastModifiedTime(file, then);
    alice.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("ipa");
  }

  @Test
  void filesOutsideTheScopeAreNamedAndNothingIsPushed() throws Exception {
    String id = alice.must("checkout", "./docs", "--quiet");
    String before = project.tip();
    alice.write("docs/api.md", "better\n");
    alice.write("src/main.c", "changed\n");
    alice.write("stray.txt", "new\n");
    assertRefused(alice, "src/main.c", "stray.txt", "does not cover");
    assertThat(project.tip()).isEqualTo(before);
    assertThat(lease(id).text("state")).isEqualTo("ACTIVE");
    alice.git().must("checkout", "-q", "--", "src");
    Files.delete(alice.place().resolve("stray.txt"));
    alice.must("checkin");
    assertThat(project.log().get(0)).isEqualTo("Check in docs");
  }

  @Test
  void aRenameAcrossTheEdgeOfTheScopeIsRefusedInBothDirections() throws Exception {
    alice.must("checkout", "./docs", "--quiet");
    alice.git().must("mv", "docs/guide.md", "src/guide.md");
    assertRefused(alice, "src/guide.md");
    alice.git().must("mv", "src/guide.md", "docs/guide.md");
    alice.git().must("mv", "src/main.c", "docs/main.c");
    assertRefused(alice, "src/main.c");
    alice.git().must("mv", "docs/main.c", "src/main.c");
    alice.git().must("mv", "docs/guide.md", "docs/manual.md");
    alice.must("checkin");
    assertThat(project.files()).contains("docs/manual.md").doesNotContain("docs/guide.md");
  }

  @Test
  void deletionsAreConfirmed() throws Exception {
    alice.must("checkout", "--quiet");
    Files.delete(alice.place().resolve("docs/api.md"));
    alice.write("docs/guide.md", "one\ntwo\n");
    assertRefused(alice, "delete docs/api.md", "--yes");
    alice.shell().onTerminal(80).withInput("n\n");
    assertThat(alice.run("checkin")).isEqualTo(REFUSED);
    assertThat(alice.shell().err()).contains("delete docs/api.md? [y/N]");
    alice.shell().withInput("yes\n");
    alice.must("checkin");
    assertThat(project.files()).doesNotContain("docs/api.md").contains("docs/guide.md");
  }

  @Test
  void deletionsAreConfirmedByAnOption() throws Exception {
    alice.must("checkout", "--quiet");
    Files.delete(alice.place().resolve("docs/api.md"));
    alice.must("checkin", "--yes");
    assertThat(project.files()).doesNotContain("docs/api.md");
  }

  @Test
  void workMergesCleanlyOnTopOfWhatOthersPushed() throws Exception {
    alice.must("checkout", "./docs", "--quiet");
    alice.write("docs/guide.md", "one\ntwo\nthree\nfour\nFIVE\n");
    bob.push("src/main.c", "int other;\n");
    bob.push("docs/guide.md", "ONE\ntwo\nthree\nfour\nfive\n");
    alice.must("checkin");
    assertThat(project.file("docs/guide.md")).isEqualTo("ONE\ntwo\nthree\nfour\nFIVE");
    assertThat(project.file("src/main.c")).isEqualTo("int other;");
    assertThat(project.log()).hasSize(4);
    assertThat(alice.status()).isEmpty();
    assertThat(Files.readString(alice.place().resolve("src/main.c"))).isEqualTo("int other;\n");
  }

  @Test
  void aConflictIsRefusedAndNamed() throws Exception {
    String id = alice.must("checkout", "./docs", "--quiet");
    alice.write("docs/api.md", "mine\n");
    bob.push("docs/api.md", "theirs\n");
    String before = project.tip();
    assertRefused(
        alice,
        "docs/api.md",
        "merge cleanly",
        "commit your work",
        "git pull --no-rebase origin main");
    assertThat(project.tip()).isEqualTo(before);
    assertThat(Files.readString(alice.place().resolve("docs/api.md"))).isEqualTo("mine\n");
    assertThat(lease(id).text("state")).isEqualTo("ACTIVE");

    alice.git().must("commit", "-q", "-a", "-m", "Mine");
    alice.git().run("pull", "-q", "--no-rebase", "origin", "main");
    assertThat(alice.run("checkin")).isEqualTo(REFUSED);
    assertThat(alice.shell().err()).contains("a merge is under way");
    alice.write("docs/api.md", "both\n");
    alice.git().must("commit", "-q", "-a", "-m", "Merge");
    alice.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("both");
  }

  @Test
  void whatOthersMovedOutOfTheScopeIsNotFollowed() throws Exception {
    alice.must("checkout", "./docs", "--quiet");
    alice.write("docs/guide.md", "one\ntwo\nthree\nfour\nFIVE\n");
    bob.git().must("mv", "docs/guide.md", "src/guide.md");
    bob.push("src/main.c", "int moved;\n");
    assertRefused(alice, "src/guide.md", "does not cover");
  }

  @Test
  void ownCommitsAreKept() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "first\n");
    alice.git().must("commit", "-q", "-a", "-m", "First step");
    alice.write("docs/api.md", "second\n");
    alice.must("checkin", "-m", "Second step");
    assertThat(project.log()).containsExactly("Second step", "First step", "Begin");
    assertThat(alice.status()).isEmpty();
  }

  @Test
  void withoutAChangeThereIsNothingToCheckIn() throws Exception {
    String id = alice.must("checkout", "--quiet");
    assertRefused(alice, "nothing has changed", "leasehold release " + id);
    assertThat(lease(id).text("state")).isEqualTo("ACTIVE");
  }

  @Test
  void aRewrittenBranchIsRefused() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "mine\n");
    bob.git().must("checkout", "-q", "--orphan", "again");
    bob.git().must("commit", "-q", "-m", "Again");
    bob.git().must("push", "-q", "--force", "origin", "HEAD:main");
    assertRefused(alice, "rewritten");
  }

  @Test
  void oddNamesOfAllKindsAreCheckedIn() throws Exception {
    alice.must("checkout", "./docs", "--quiet");
    for (String odd :
        new String[] {"-n", "a b", "a\nb", "\"q\"", "back\\slash", "\u00e9.md", "*?[x]", "$(x)"}) {
      alice.write("docs/" + odd, "x");
    }
    alice.must("checkin");
    assertThat(project.files()).contains("docs/-n", "docs/a\nb", "docs/back\\slash", "docs/$(x)");
    assertThat(alice.status()).isEmpty();
  }

  @Test
  void namesThatDifferInCompositionAloneAreRefused() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/caf\u00e9.md", "one");
    alice.write("docs/cafe\u0301.md", "two");
    assertThat(alice.run("checkin")).isEqualTo(REFUSED);
    assertThat(alice.shell().err()).contains("composed");
    Files.delete(alice.place().resolve("docs/caf\u00e9.md"));
    alice.must("checkin");
  }

  @Test
  void aLeaseOnTheComposedNameCoversTheOtherSpelling() throws Exception {
    alice.must("checkout", "--space", name, "docs/caf\u00e9.md", "--quiet");
    alice.write("docs/cafe\u0301.md", "x");
    alice.must("checkin");
  }

  @Test
  void aRepositoryInTheWorkingCopyIsNotCheckedInByAccident() throws Exception {
    alice.must("checkout", "--quiet");
    alice.git().must("clone", "-q", project.remote.toString(), "inner");
    assertThat(alice.run("checkin")).isEqualTo(REFUSED);
    assertThat(alice.shell().err()).contains("inner is a repository of its own");
    alice.git().must("config", "-f", ".gitmodules", "submodule.inner.path", "inner");
    alice.must("checkin");
    assertThat(project.files()).contains("inner", ".gitmodules");
  }

  @Test
  void hooksOfTheProjectAreHeard() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "mine\n");
    Path hooks = alice.place().resolve(".git/hooks");
    Path hook = hooks.resolve("pre-commit");
    Files.writeString(hook, "#!/bin/sh\necho not today >&2\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    assertThat(alice.run("checkin")).isEqualTo(1);
    assertThat(alice.shell().err()).contains("not today");
    Files.delete(hook);
    Path message = hooks.resolve("commit-msg");
    Files.writeString(message, "#!/bin/sh\nsed -i '1s/^/[x] /' \"$1\"\n");
    assertThat(message.toFile().setExecutable(true)).isTrue();
    alice.must("checkin", "-m", "Work");
    assertThat(project.log().get(0)).isEqualTo("[x] Work");
  }

  @Test
  void aPushThatTheServerRefusesCompletesNothing() throws Exception {
    String id = alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "mine\n");
    Path hook = project.remote.resolve("hooks/pre-receive");
    Files.writeString(hook, "#!/bin/sh\necho closed on Sundays >&2\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    assertThat(alice.run("checkin")).isEqualTo(1);
    assertThat(alice.shell().err()).contains("git push has failed", "closed on Sundays");
    assertThat(lease(id).text("state")).isEqualTo("ACTIVE");
    alice.must("status");
    assertThat(alice.shell().out()).contains("was not finished; run leasehold checkin again");
    Files.delete(hook);
    alice.must("checkin");
    assertThat(project.log()).hasSize(2);
  }

  @Test
  void onlyTheBranchThatWasCheckedOutIsCheckedIn() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "mine\n");
    alice.git().must("switch", "-q", "-c", "other");
    assertRefused(alice, "on the branch main", "on the branch other now", "git switch main");
    alice.git().must("switch", "-q", "--detach");
    assertRefused(alice, "on no branch now");
    alice.git().must("switch", "-q", "main");
    alice.must("checkin");
  }

  @Test
  void aLeaseOnAnotherProjectIsNotCheckedInHere() throws Exception {
    String id = alice.must("checkout", "--space", name + "-other", "--quiet");
    Files.delete(alice.place().resolve(".git/leasehold/checkout"));
    alice.write("docs/api.md", "mine\n");
    assertThat(alice.run("checkin", "--lease", id)).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("is on the project " + name + "-other");
    assertThat(project.log()).containsExactly("Begin");
  }

  @Test
  void theCheckInOfANamedLeaseLeavesTheOtherOneCheckedOut() throws Exception {
    String docs = alice.must("checkout", "./docs", "--quiet");
    String src =
        alice.must("acquire", "--policy", "checkout", "--space", name, "--path", "src", "--quiet");
    alice.write("src/main.c", "int named;\n");
    alice.must("checkin", "--lease", src);
    alice.write("docs/api.md", "mine\n");
    alice.must("checkin");
    assertThat(lease(src).text("state")).isEqualTo("COMPLETED");
    assertThat(lease(docs).text("commit")).isEqualTo(project.tip());
  }

  @Test
  void fetchesLeaveNoTraceForThoseOfOthers() throws Exception {
    alice.must("checkout", "--quiet");
    alice.write("docs/api.md", "mine\n");
    alice.must("checkin");
    assertThat(alice.place().resolve(".git/FETCH_HEAD")).doesNotExist();
  }

  @Test
  void aLeaseIsNamedWhereNothingIsRemembered() throws Exception {
    String id = alice.must("checkout", "./docs", "--quiet");
    Files.delete(alice.place().resolve(".git/leasehold/checkout"));
    alice.write("docs/api.md", "mine\n");
    alice.must("checkin", "--lease", id);
    assertThat(lease(id).text("commit")).isEqualTo(project.tip());
    String file = bob.must("acquire", "--space", name, "--path", "docs", "--quiet");
    assertThat(bob.run("checkin", "--lease", file)).isEqualTo(Exit.USAGE.code());
    assertThat(bob.shell().err()).contains("is no check-out");
  }
}
