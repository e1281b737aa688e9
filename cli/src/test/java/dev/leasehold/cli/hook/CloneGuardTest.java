package dev.leasehold.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.checkout.InAProject;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.TlsPaths;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guard of a clone, told of files that git may have trouble with. */
@Timeout(180)
class CloneGuardTest extends InAProject {

  /** More than a request can name. */
  private static final int MANY = 300;

  private static final ChangedFile HELD = new ChangedFile("src/main.c", "/src/main.c", true);

  private Verdict judged(CloneGuard.Change change) throws IOException {
    return judged(server.url(), change);
  }

  private Verdict judged(String url, CloneGuard.Change change) throws IOException {
    String token = alice.shell().surroundings().variable("LEASEHOLD_TOKEN");
    Endpoint endpoint = new Endpoint(url, token, "the test", TlsPaths.NONE);
    return new CloneGuard(new Api(endpoint, InstantSource.system()), name).judge(change);
  }

  private static CloneGuard.Change of(List<ChangedFile> files) {
    return visitor -> {
      for (ChangedFile file : files) {
        if (!visitor.visit(file)) {
          return;
        }
      }
    };
  }

  private static CloneGuard.Change thenFailing(List<ChangedFile> files) {
    return visitor -> {
      of(files).visit(visitor);
      throw new IOException("git has failed");
    };
  }

  private static List<ChangedFile> many(boolean areText) {
    List<ChangedFile> files = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      files.add(new ChangedFile("many/" + i, "/many/" + i, areText));
    }
    return files;
  }

  private static void assertDenied(Verdict verdict, String file) {
    assertThat(verdict).isInstanceOf(Verdict.Deny.class);
    assertThat(((Verdict.Deny) verdict).reasons().get(0)).startsWith(file + ": ");
  }

  private void hold() {
    bob.must("acquire", "--space", name, "--name", "/src/");
  }

  @Test
  void namesThatNoLeaseCanHaveHideNoneThatIsHeld() throws Exception {
    hold();
    List<ChangedFile> files = many(false);
    assertThat(judged(of(files)))
        .isEqualTo(
            new Verdict.CannotTell(
                "no lease can have the name many/0, so nobody can say who holds it"));
    files.add(HELD);
    assertDenied(judged(of(files)), "src/main.c");
  }

  @Test
  void whatIsKnownToBeHeldIsRefusedThoughTheRestIsNot() throws Exception {
    hold();
    List<ChangedFile> files = new ArrayList<>(List.of(HELD));
    assertDenied(judged(thenFailing(files)), "src/main.c");
    files.addAll(many(true));
    assertDenied(judged(thenFailing(files)), "src/main.c");
    alice.must("checkout", "./docs");
    assertDenied(judged(thenFailing(files)), "src/main.c");
  }

  /** The server is asked about the files in several requests. */
  @Test
  void whatIsKnownToBeHeldIsRefusedThoughTheServerStopsAnswering() throws Exception {
    hold();
    List<ChangedFile> files = new ArrayList<>(List.of(HELD));
    files.addAll(many(true));
    try (Relay relay = Relay.to(server.url())) {
      CloneGuard.Change change =
          visitor -> {
            of(files).visit(visitor);
            relay.close();
          };
      assertDenied(judged(relay.url(), change), "src/main.c");
    }
  }

  @Test
  void checkOutsOnAllPagesCount() throws Exception {
    alice.must("checkout", "./docs");
    alice.must("acquire", "--policy", "checkout", "--space", name, "--name", "/src/");
    ChangedFile guide = new ChangedFile("docs/guide.md", "/docs/guide.md", true);
    try (Relay relay = Relay.to(server.url()).inPagesOf(1)) {
      assertThat(judged(relay.url(), of(List.of(HELD, guide)))).isEqualTo(Verdict.ALLOW);
      assertThat(relay.asked()).filteredOn("/v1/leases"::equals).hasSize(2);
    }
  }
}
