package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.api.Programs;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real pushes: under whose check-out, and what becomes of it. */
@Timeout(600)
class ServerHooksIT extends GuardedRepositories {

  @Test
  void aPushUnderACheckOutIsTakenAndCompletesIt() throws IOException {
    Path bare = guarded("taken");
    Path alice = sandbox.clone(bare, "taken-alice");
    JsonNode lease = checkout("taken", "alice", "/docs/**");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n", "docs/new/deep.txt", "new\n"));

    assertThat(push(alice, lease, "HEAD:main").succeeded().text()).contains("checked in");
    assertThat(lease(lease).path("state").asText()).isEqualTo("COMPLETED");
    assertThat(lease(lease).path("commit").asText()).isEqualTo(head(bare, "main"));
    assertThat(lease(lease).path("endedBy").asText()).isEqualTo("alice");
    assertThat(bare.resolve("leasehold/pushes")).isEmptyDirectory();
  }

  @Test
  void theFooterOfACommitNamesItsCheckOutAndItsToken() throws IOException {
    Path bare = guarded("footer");
    Path alice = sandbox.clone(bare, "footer-alice");
    JsonNode lease = checkout("footer", "alice", "/docs/**");
    String footer = "Change it\n\nLeasehold-Lease: " + id(lease) + "\nLeasehold-Fencing-Token: ";
    Files.writeString(alice.resolve("docs/a.txt"), "changed\n");
    sandbox.git(alice, "commit", "-q", "-a", "-m", footer + "1");

    assertThat(sandbox.run(alice, "push", "-q", "origin", "HEAD:main").failed().text())
        .contains("fencing token 1");
    String token = lease.path("fencingToken").asText();
    sandbox.git(alice, "commit", "-q", "--amend", "-m", footer + token);
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
    assertThat(lease(lease).path("state").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void whatIsNotToldIsRefusedUnlessTheServerIsConfiguredOtherwise() throws IOException {
    Path bare = guarded("untold");
    Path alice = sandbox.clone(bare, "untold-alice");
    JsonNode lease = checkout("untold", "alice", "/**");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));

    assertThat(sandbox.run(alice, "push", "-q", "origin", "HEAD:main").failed().text())
        .contains("names no check-out", "leasehold checkin");
    GitSandbox nobody = sandbox.with("PUSHER", "");
    assertThat(
            nobody
                .run(alice, "push", "-o", "leasehold-lease=" + id(lease), "origin", "HEAD:main")
                .failed()
                .text())
        .contains("does not say who pushes", "leasehold.pusher");
    sandbox.git(bare, "config", "leasehold.server", "http://127.0.0.1:1");
    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("cannot tell");
    sandbox.git(bare, "config", "leasehold.whenUnsure", "allow");
    assertThat(sandbox.git(alice, "push", "origin", "HEAD:main"))
        .contains("cannot tell", "goes on");
  }

  @Test
  void aCheckOutOfAnotherOrOfAnotherProjectOrOfAnotherKindIsNone() throws IOException {
    Path alice = sandbox.clone(guarded("another"), "another-alice");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    JsonNode bobs = checkout("another", "bob", "/**");
    JsonNode elsewhere = checkout("elsewhere", "alice", "/**");
    JsonNode file =
        server
            .admin()
            .post(
                "/v1/leases", Map.of("space", "third", "holder", "alice", "scope", List.of("/**")))
            .json();

    assertThat(push(alice, bobs, "HEAD:main").failed().text()).contains("bob's", "you are alice");
    assertThat(push(alice, elsewhere, "HEAD:main").failed().text()).contains("elsewhere");
    assertThat(push(alice, file, "HEAD:main").failed().text()).contains("no check-out");
  }

  @Test
  void aCheckOutThatHasEndedIsNone() throws IOException {
    Path alice = sandbox.clone(guarded("ended"), "ended-alice");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    JsonNode expired = checkout("ended", "alice", "1ms", "/**");
    assertThat(push(alice, expired, "HEAD:main").failed().text()).contains("expired");
    JsonNode evicted = checkout("ended", "alice", "/**");
    server
        .admin()
        .post("/v1/leases/" + id(evicted) + ":revoke", Map.of("reason", "the release comes first"));
    assertThat(push(alice, evicted, "HEAD:main").failed().text())
        .contains("evicted", "the release comes first");
  }

  @Test
  void whoPushesHasNoSayInWhichSpaceItIs() throws IOException {
    Path bare = guarded("fixed");
    Path alice = sandbox.clone(bare, "fixed-alice");
    sandbox.commit(alice, Map.of(".leasehold", "space = elsewhere-of-alice\n"));
    push(alice, checkout("fixed", "alice", "/.leasehold"), "HEAD:main").succeeded();
    sandbox.commit(alice, Map.of("src/b.txt", "changed\n"));
    JsonNode lease = checkout("elsewhere-of-alice", "alice", "/**");

    assertThat(push(alice, lease, "HEAD:main").failed().text()).contains("this is fixed");
  }

  @Test
  void aRepeatCompletesWhatACrashLeftOpen() throws IOException {
    Path bare = guarded("crash");
    Path alice = sandbox.clone(bare, "crash-alice");
    JsonNode lease = checkout("crash", "alice", "/docs/**");
    Path post = bare.resolve("hooks/post-receive");
    Path away = Files.move(post, bare.resolve("post-receive"));
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    push(alice, lease, "HEAD:main").succeeded();
    assertThat(lease(lease).path("state").asText()).isEqualTo("ACTIVE");
    Files.move(away, post);
    sandbox.git(bare, "config", "leasehold.server", "http://127.0.0.1:1");
    assertThat(leasehold(bare, "post-receive").succeeded().text()).contains("not completed yet");
    sandbox.git(bare, "config", "leasehold.server", server.url());

    assertThat(leasehold(bare, "post-receive").succeeded().text()).contains(id(lease));
    assertThat(lease(lease).path("state").asText()).isEqualTo("COMPLETED");
    assertThat(lease(lease).path("commit").asText()).isEqualTo(head(bare, "main"));
    assertThat(leasehold(bare, "post-receive").succeeded().text()).isEmpty();
  }

  @Test
  void aPushThatCameToNothingCompletesNothing() throws IOException {
    Path bare = guarded("nothing-came");
    Path alice = sandbox.clone(bare, "nothing-came-alice");
    JsonNode lease = checkout("nothing-came", "alice", "/docs/**");
    // Refuses after the guard has let it through.
    GitSandbox.program(bare.resolve("hooks/update"), "exit 1");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    push(alice, lease, "HEAD:main").failed();

    assertThat(leasehold(bare, "post-receive").succeeded().text()).isEmpty();
    assertThat(lease(lease).path("state").asText()).isEqualTo("ACTIVE");
    Files.delete(bare.resolve("hooks/update"));
    push(alice, lease, "HEAD:main").succeeded();
    assertThat(lease(lease).path("state").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void aHookThatWasThereIsAskedFirst() throws IOException {
    Path bare = sandbox.bare("chained");
    GitSandbox.program(
        bare.resolve("hooks/pre-receive"), "cat; echo refused by the old hook; exit 7");
    assertThat(leasehold(bare, "install", "--server").succeeded().text())
        .contains("runs first", "--pusher", "--token-file");
    Path alice = sandbox.clone(bare, "chained-alice");
    sandbox.commit(alice, Map.of("a", "a"));

    assertThat(sandbox.run(alice, "push", "origin", "HEAD:main").failed().text())
        .contains("refused by the old hook", head(alice, "HEAD") + " refs/heads/main")
        .doesNotContain("leasehold:");
    leasehold(bare, "uninstall").succeeded();
    assertThat(bare.resolve("hooks/pre-receive")).content().contains("the old hook");
    assertThat(bare.resolve("hooks/post-receive")).doesNotExist();
  }

  @Test
  void eachRefOfAPushIsNotedByItself() throws IOException {
    Path bare = guarded("two-refs");
    Path alice = sandbox.clone(bare, "two-refs-alice");
    JsonNode lease = checkout("two-refs", "alice", "/docs/**");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    String first = head(alice, "HEAD");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed again\n"));
    // Refuses one of both after the guard has let them through.
    GitSandbox.program(bare.resolve("hooks/update"), "test \"$1\" = refs/heads/main");

    push(alice, lease, first + ":main", "HEAD:refs/heads/other").failed();
    assertThat(lease(lease).path("state").asText()).isEqualTo("COMPLETED");
    assertThat(lease(lease).path("commit").asText()).isEqualTo(first);
  }

  /** A power cut loses what was not synced, and a note is all that knows of a push. */
  @Test
  void aNoteIsOnTheDiskBeforeThePushIsTaken() throws IOException {
    Programs.need("strace");
    Path bare = guarded("synced");
    Path trace = sandbox.folder().resolve("trace");
    String strace = "strace -f --seccomp-bpf -qq -y -e trace=fsync,rename -o '" + trace + "' ";
    Programs.needTo(
        "trace with strace", sandbox.start(bare, List.of("sh", "-c", strace + "true")).code() == 0);
    Path alice = sandbox.clone(bare, "synced-alice");
    JsonNode lease = checkout("synced", "alice", "/docs/**");
    sandbox.commit(alice, Map.of("docs/a.txt", "changed\n"));
    String before = head(bare, "main");
    String after = head(alice, "HEAD");
    sandbox.git(alice, "push", "-q", "origin", "HEAD:refs/sent/it");

    sandbox
        .with("GIT_PUSH_OPTION_0", "leasehold-lease=" + id(lease))
        .with(CommandsHere.REAL, "yes")
        .start(
            bare,
            List.of(
                "sh",
                "-c",
                "echo %s %s refs/heads/main | ".formatted(before, after)
                    + strace
                    + "leasehold git-hook pre-receive"))
        .succeeded();
    assertThat(Files.readString(trace))
        .containsSubsequence(
            "fsync(",
            "/synced.git>)",
            "fsync(",
            "/leasehold>)",
            "fsync(",
            "/leasehold/pushes/new",
            "rename(",
            ".push\")",
            "fsync(",
            "/leasehold/pushes>)");
  }
}
