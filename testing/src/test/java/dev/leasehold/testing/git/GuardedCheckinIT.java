package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.git.GitSandbox.Said;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Check-ins to repositories that Leasehold guards: the server's hooks let them in and complete
 * them, and the command finds it done. Those that are killed have a process of their own.
 */
@Timeout(600)
class GuardedCheckinIT extends GuardedRepositories {

  private GitSandbox shell;

  @BeforeAll
  void logIn() throws IOException {
    shell =
        sandbox
            .with("LEASEHOLD_SERVER", server.url())
            .with("LEASEHOLD_TOKEN", server.admin().tokenFor("alice"));
  }

  private Said leasehold(Path clone, List<String> words) {
    return HookProgram.here(shell, clone, words);
  }

  /** Checks out the docs, and changes one of them. Returns the lease's id. */
  private String begun(Path clone) throws IOException {
    String id =
        leasehold(clone, List.of("checkout", "./docs", "--quiet")).succeeded().text().strip();
    Files.writeString(clone.resolve("docs/a.txt"), "by alice\n");
    return id;
  }

  private JsonNode shown(String id) throws IOException {
    return server.admin().get("/v1/leases/" + id).json();
  }

  private void assertCheckedInOnce(Path bare, String id) throws IOException {
    assertThat(sandbox.git(bare, "log", "--format=%s", "main").lines())
        .hasSize(2)
        .startsWith("Work");
    assertThat(shown(id).path("state").asText()).isEqualTo("COMPLETED");
    assertThat(shown(id).path("commit").asText()).isEqualTo(head(bare, "main"));
    assertThat(shown(id).path("endedBy").asText()).isEqualTo("alice");
  }

  @Test
  void theHooksOfTheServerCompleteACheckInAndTheCommandIsToldSo() throws IOException {
    Path bare = guarded("checked-in");
    Path clone = sandbox.clone(bare, "checked-in-alice");
    String id = begun(clone);

    Said first = leasehold(clone, List.of("checkin", "-m", "Work")).succeeded();
    assertThat(first.text()).contains(head(bare, "main"), "the check-out is completed");
    assertCheckedInOnce(bare, id);
    assertThat(bare.resolve("leasehold/pushes")).as("the hook did it").isEmptyDirectory();
    assertThat(sandbox.git(clone, "status", "--porcelain")).isEmpty();

    Said again = leasehold(clone, List.of("checkin", "--lease", id)).succeeded();
    assertThat(again.text()).contains(head(bare, "main"), "the check-out is completed");
    assertCheckedInOnce(bare, id);
  }

  /**
   * Checks in, and kills the process once its commit is on the branch and nothing more has
   * happened.
   *
   * @return the pipe by which the hook that holds the push is told its exit code
   */
  private Path killedBetweenPushAndCompletion(Path bare, Path clone) throws Exception {
    Path held = bare.resolve("held");
    Path goOn = bare.resolve("go-on");
    sandbox.start(bare, List.of("mkfifo", goOn.toString())).succeeded();
    GitSandbox.program(
        bare.resolve("hooks/post-receive.before-leasehold"),
        "touch '" + held + "'; read code < '" + goOn + "'; exit $code");
    Process checkin =
        shell
            .with(CommandsHere.REAL, "yes")
            .begin(clone, HookProgram.command(shell, List.of("checkin", "-m", "Work")));
    await().until(() -> Files.exists(held));
    checkin.destroyForcibly().waitFor();
    assertThat(sandbox.git(bare, "log", "--format=%s", "main")).startsWith("Work");
    return goOn;
  }

  @Test
  void aCheckInThatWasKilledAfterItsPushIsCompletedByARepeat() throws Exception {
    Path bare = guarded("killed");
    Path clone = sandbox.clone(bare, "killed-alice");
    String id = begun(clone);
    Path goOn = killedBetweenPushAndCompletion(bare, clone);
    Files.writeString(goOn, "1\n");
    assertThat(shown(id).path("state").asText()).isEqualTo("ACTIVE");
    String pushed = head(bare, "main");

    leasehold(clone, List.of("checkin", "-m", "Work")).succeeded();

    assertThat(head(bare, "main")).as("pushed once").isEqualTo(pushed);
    assertCheckedInOnce(bare, id);
    assertThat(sandbox.git(clone, "status", "--porcelain")).isEmpty();
  }

  @Test
  void aCheckInThatTheHookCompletesAfterItWasKilledIsDone() throws Exception {
    Path bare = guarded("finished");
    Path clone = sandbox.clone(bare, "finished-alice");
    String id = begun(clone);
    Path goOn = killedBetweenPushAndCompletion(bare, clone);
    Files.writeString(goOn, "0\n");
    await().until(() -> shown(id).path("state").asText().equals("COMPLETED"));
    String pushed = head(bare, "main");

    leasehold(clone, List.of("checkin", "-m", "Work")).succeeded();

    assertThat(head(bare, "main")).as("pushed once").isEqualTo(pushed);
    assertCheckedInOnce(bare, id);
    assertThat(sandbox.git(clone, "status", "--porcelain")).isEmpty();
  }
}
