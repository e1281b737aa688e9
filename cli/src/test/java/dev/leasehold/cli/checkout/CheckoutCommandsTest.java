package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Check-outs from a shell: real repositories, a real server. Each test has its own project. */
@Timeout(180)
class CheckoutCommandsTest extends InAProject {

  @Test
  void allOfTheProjectIsCheckedOutWithItsNameAndBaseFromTheClone() throws Exception {
    String id = alice.must("checkout", "--quiet");
    Fields lease = lease(id);

    assertThat(lease.text("space")).isEqualTo(name);
    assertThat(lease.texts("scope")).containsExactly("/**");
    assertThat(lease.text("checkoutType")).isEqualTo("full");
    assertThat(lease.text("baseCommit")).isEqualTo(project.tip());
    assertThat(lease.text("policy")).isEqualTo("checkout");
    assertThat(alice.run("checkout")).isEqualTo(Exit.HELD.code());
    assertThat(alice.shell().err()).contains("checked out already, as lease " + id);
  }

  @Test
  void pathsCountAsOnTheRestOfTheCommandLine() throws Exception {
    Files.createDirectories(alice.place().resolve("docs/deep"));
    Person below = alice.at(alice.place().resolve("docs"));
    String id = below.must("checkout", name, "api.md", "../src", "--quiet");
    assertThat(lease(id).texts("scope")).containsExactly("/docs/api.md/**", "/src/**");
    assertThat(lease(id).text("checkoutType")).isEqualTo("sparse");
    below.must("release", id);
    String dotted = below.must("checkout", "./deep", "--quiet");
    assertThat(lease(dotted).texts("scope")).containsExactly("/docs/deep/**");
    assertThat(lease(dotted).text("space")).isEqualTo(name);
    below.must("release", dotted);
    String glob = below.must("checkout", "--glob", "*.md", "--space", "other", "--quiet");
    assertThat(lease(glob).texts("scope")).containsExactly("/docs/*.md");
    assertThat(lease(glob).text("space")).isEqualTo("other");
  }

  @Test
  void aWordThatMayBeProjectOrFileIsAskedBack() {
    assertThat(alice.run("checkout", "docs")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("./docs", "--space docs").hasLineCount(1);
    assertThat(alice.run("status")).isZero();
    assertThat(alice.shell().out()).contains("you hold nothing in " + name);
  }

  @Test
  void theProjectIsNamedByConfigurationThenByACommittedFile() throws Exception {
    alice.push(".leasehold", "# the space of all clones\nspace = " + name + "/site\n");
    String filed = alice.must("checkout", "--quiet");
    assertThat(lease(filed).text("space")).isEqualTo(name + "/site");
    alice.must("release", filed);
    alice.git().must("config", "leasehold.space", name + "-mine");
    assertThat(lease(alice.must("checkout", "--quiet")).text("space")).isEqualTo(name + "-mine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "space =",
        "space = a b",
        "space = ../x?",
        "name = x",
        "\u0000\u0001",
        "space = x\u202e"
      })
  void anOddFileIsRefusedInOneSentence(String text) throws Exception {
    alice.push(".leasehold", text);
    assertThat(alice.run("checkout", "--quiet")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains(".leasehold").hasLineCount(1);
  }

  @Test
  void aHugeFileAndALinkInItsPlaceAreNotRead() throws Exception {
    alice.push(".leasehold", "space = x\n".repeat(1000));
    assertThat(alice.run("checkout")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("longer than 4096 bytes");
    Files.delete(alice.place().resolve(".leasehold"));
    Files.createSymbolicLink(alice.place().resolve(".leasehold"), Path.of("/etc/passwd"));
    alice.push("other", "x");
    assertThat(alice.run("checkout")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("no plain file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-x", "--upload-pack=touch /tmp/x", "a..b", "a b", "x\ny", "@{-1}", "~"})
  void namesThatAreNoBranchesAreRefused(String branch) {
    assertThat(alice.run("checkout", "--branch=" + branch)).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("is no name of a branch");
  }

  @Test
  void aRemoteWithANameLikeAnOptionIsRefused() throws Exception {
    alice.git().must("config", "--rename-section", "remote.origin", "remote.--upload-pack=x");
    alice.git().must("config", "branch.main.remote", "--upload-pack=x");
    assertThat(alice.run("checkout")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("has a name like an option").hasLineCount(1);
  }

  @Test
  void aBranchThatTheRemoteLacksIsNotCheckedOut() {
    assertThat(alice.run("checkout", "--branch", "other", "--into", "copy")).isEqualTo(1);
    assertThat(alice.shell().err()).contains("git fetch has failed");
    assertThat(alice.run("checkout", "--branch", "other")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("git switch");
    alice.must("status");
    assertThat(alice.shell().out()).contains("you hold nothing");
  }

  @Test
  void aSparseCheckOutGetsACopyWithItsFilesAlone() throws Exception {
    bob.push("docs/new.md", "new\n");
    String id = alice.must("checkout", name, "docs", "--into", "../copy", "--quiet");
    Person copy = alice.at(work.resolve("copy"));

    assertThat(copy.place().resolve("docs/new.md")).exists();
    assertThat(copy.place().resolve("src")).doesNotExist();
    assertThat(lease(id).text("baseCommit")).isEqualTo(project.tip());
    assertThat(copy.status()).isEmpty();
    copy.write("docs/api.md", "better\n");
    copy.must("checkin", "-m", "Explain");
    assertThat(project.file("docs/api.md")).isEqualTo("better");
    assertThat(project.files()).contains("src/main.c");
    assertThat(copy.status()).isEmpty();
    assertThat(copy.place().resolve("src")).doesNotExist();
    assertThat(lease(id).text("state")).isEqualTo("COMPLETED");
  }

  @Test
  void namesWithSpecialCharactersAreCheckedOutAsTheyAre() throws Exception {
    bob.push("app/[slug]/a b.txt", "1\n");
    bob.push("app/s/a b.txt", "2\n");
    bob.push("!odd/#1 *", "3\n");
    alice.must("checkout", "--space", name, "app/[slug]", "!odd/#1 *", "--into", "../copy", "-q");
    Person copy = alice.at(work.resolve("copy"));
    assertThat(copy.place().resolve("app/[slug]/a b.txt")).exists();
    assertThat(copy.place().resolve("!odd/#1 *")).exists();
    assertThat(copy.place().resolve("app/s")).doesNotExist();
  }

  @Test
  void ifTheCopyCannotBeMadeTheLeaseIsGivenBack() throws Exception {
    // A file where the directory of the copy would have to be: git finds out after the lease.
    Files.writeString(work.resolve("blocked"), "");
    assertThat(alice.run("checkout", "--into", "../blocked/copy")).isEqualTo(1);
    assertThat(alice.shell().err()).contains("git worktree has failed");
    alice.must("status");
    assertThat(alice.shell().out()).contains("you hold nothing in " + name);
    assertThat(alice.git().text("worktree", "list").lines()).hasSize(1);

    Files.createDirectories(work.resolve("full/of"));
    assertThat(alice.run("checkout", "--into", "../full")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("not empty");
  }

  @Test
  void ifTheLeaseIsRefusedNothingIsLeft() throws Exception {
    bob.must("checkout", "./docs", "--quiet");
    assertThat(alice.run("checkout", "--into", "../copy")).isEqualTo(Exit.HELD.code());
    assertThat(alice.shell().err()).contains("bob holds /docs");
    assertThat(work.resolve("copy")).doesNotExist();
    assertThat(alice.git().text("worktree", "list").lines()).hasSize(1);
    alice.must("checkout", "./src", "--quiet");
  }

  @Test
  void commitsThatTheBranchLacksArePushedFirst() throws Exception {
    alice.write("docs/x", "x");
    alice.git().must("add", "--all");
    alice.git().must("commit", "-q", "-m", "Unpushed");
    assertThat(alice.run("checkout")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("push them first");
  }

  @Test
  void statusTellsMineOthersAndHowLongIsLeft() throws Exception {
    String docs = alice.must("checkout", "./docs", "--ttl", "20h", "--quiet");
    String src = bob.must("checkout", "./src", "--ttl", "5h", "--quiet");
    alice.must("status");
    assertThat(alice.shell().out().lines())
        .containsExactly(
            "you hold /docs in " + name + ", ends in 20 h, checked out here (lease " + docs + ")",
            "bob holds /src in " + name + ", ends in 5 h (lease " + src + ")");
    bob.must("status", name);
    assertThat(bob.shell().out()).contains("you hold /src", "alice holds /docs");
    Fields json = Fields.parse(alice.must("status", "--json"));
    assertThat(json.text("space")).isEqualTo(name);
    assertThat(json.objects("mine")).hasSize(1);
    assertThat(json.objects("others").get(0).text("checkoutType")).isEqualTo("sparse");
    TestSurroundings anywhere = server.admin().in(data);
    assertThat(anywhere.run("status")).as(anywhere.err()).isZero();
    assertThat(anywhere.out()).contains("you hold nothing");
  }

  @Test
  void inASubmoduleNamesAndProjectAreThoseOfTheProjectAround() throws Exception {
    alice.git().must("clone", "-q", project.remote.toString(), "sub");
    Person inner = alice.at(alice.place().resolve("sub"));
    Fields lease = Fields.parse(inner.must("checkout", "./docs", "--json"));
    assertThat(lease.text("space")).isEqualTo(name);
    assertThat(lease.texts("scope")).containsExactly("/sub/docs/**");
    inner.git().must("config", "user.name", "alice");
    inner.git().must("config", "user.email", "alice@example.com");
    inner.write("src/main.c", "outside\n");
    assertThat(inner.run("checkin")).isEqualTo(Exit.NOT_CHECKED_IN.code());
    inner.git().must("checkout", "-q", "--", "src");
    inner.write("docs/api.md", "inside\n");
    inner.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("inside");
  }

  @Test
  void aCloneInAWorkTreeHasTheNameThatItWasGivenOrElseItsOwnIfNoneIsAround() throws Exception {
    alice.git().must("clone", "-q", project.remote.toString(), "sub");
    alice.git().must("remote", "remove", "origin");
    Person inner = alice.at(alice.place().resolve("sub"));
    assertThat(Fields.parse(inner.must("status", "--json")).text("space")).isEqualTo(name);
    inner.git().must("config", "leasehold.space", name + "-inner");
    Fields given = Fields.parse(inner.must("checkout", "./src", "--json"));
    assertThat(given.text("space")).isEqualTo(name + "-inner");
  }

  @Test
  void aRootAroundTheCloneIsWhereNamesBegin() throws Exception {
    alice.shell().with("LEASEHOLD_ROOT", work.toRealPath().toString());
    Fields lease = Fields.parse(alice.must("checkout", "./docs", "--json"));
    assertThat(lease.texts("scope")).containsExactly("/alice/docs/**");
    assertThat(lease.text("space")).isEqualTo(name);
    alice.write("docs/api.md", "better\n");
    alice.must("checkin");
    alice.shell().with("LEASEHOLD_ROOT", alice.place().resolve("docs").toString());
    assertThat(alice.run("checkout")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.shell().err()).contains("is not in the root");
  }

  @Test
  void outsideOfAWorkingCopyNothingIsCheckedOut() {
    TestSurroundings elsewhere = server.agent("carol").in(data);
    assertThat(elsewhere.run("checkout", name)).isEqualTo(Exit.USAGE.code());
    assertThat(elsewhere.err()).contains("no git working copy");
    assertThat(elsewhere.run("checkin")).isEqualTo(Exit.USAGE.code());
  }
}
