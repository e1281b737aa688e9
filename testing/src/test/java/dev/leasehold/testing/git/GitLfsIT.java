package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.Programs;
import dev.leasehold.node.LfsUpstreamSettings;
import dev.leasehold.testing.process.server.ServerHere;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real git-lfs at a real server, with one address for locks and objects. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GitLfsIT {

  private static final String PAIR = "leasehold:key-at-the-object-server";

  private GitSandbox sandbox;
  private ObjectServer objects;
  private ServerHere server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Programs.need("git", "git-lfs");
    sandbox = GitSandbox.in(directory);
    String shown = Base64.getEncoder().encodeToString(PAIR.getBytes(StandardCharsets.UTF_8));
    objects = new ObjectServer("Basic " + shown);
    Path credential = Files.writeString(directory.resolve("credential"), PAIR + "\n");
    server =
        ServerHere.start(
            directory.resolve("data"),
            new LfsUpstreamSettings(objects.url() + "/{space}.git/info/lfs", credential));
  }

  @AfterAll
  void stop() throws IOException {
    if (server != null) {
      server.close();
      objects.close();
    }
  }

  /** A clone whose owner has a token, in git's store of passwords as people have it. */
  private Path clone(Path bare, String space, String name, String token) throws IOException {
    Path clone = sandbox.clone(bare, space + "-" + name);
    URI url = URI.create(server.url());
    Path store = sandbox.folder().resolve(space + "-" + name + "-passwords");
    Files.writeString(
        store, "http://" + name + ":" + token + "@" + url.getHost() + ":" + url.getPort() + "\n");
    sandbox.git(clone, "config", "credential.helper", "store --file=" + store);
    sandbox.git(clone, "lfs", "install", "--local");
    sandbox.git(clone, "config", "lfs.url", server.url() + "/lfs/" + space);
    sandbox.git(clone, "config", "lfs.locksverify", "true");
    return clone;
  }

  /** A repository with one file of git-lfs and one plain file that can be locked, pushed. */
  private Path project(String space, Path clone) throws IOException {
    sandbox.git(clone, "lfs", "track", "--lockable", "*.bin");
    sandbox.commit(
        clone, Map.of("art/hero.bin", "first " + space, "notes.txt", "first notes", ".keep", ""));
    sandbox.git(clone, "push", "-q", "origin", "HEAD:main");
    return clone;
  }

  @Test
  void filesAreLockedListedAndUnlocked() throws IOException {
    Path bare = sandbox.bare("locking");
    Path alice =
        project("locking", clone(bare, "locking", "alice", server.admin().tokenFor("alice")));
    Path bob = clone(bare, "locking", "bob", server.admin().tokenFor("bob"));

    assertThat(sandbox.git(alice, "lfs", "lock", "art/hero.bin")).contains("Locked art/hero.bin");
    assertThat(sandbox.git(bob, "lfs", "locks")).contains("art/hero.bin").contains("alice");
    assertThat(sandbox.git(alice, "lfs", "locks", "--verify")).contains("O art/hero.bin");
    assertThat(sandbox.git(bob, "lfs", "locks", "--verify"))
        .contains("art/hero.bin")
        .doesNotContain("O art/hero.bin");
    assertThat(sandbox.git(bob, "lfs", "locks", "--path", "art/hero.bin", "--json"))
        .contains("\"owner\":{\"name\":\"alice\"}");
    assertThat(sandbox.run(bob, "lfs", "lock", "art/hero.bin").failed().text()).contains("alice");
    assertThat(sandbox.run(alice, "lfs", "lock", "art/hero.bin").failed().text()).contains("you");
    assertThat(sandbox.run(bob, "lfs", "unlock", "art/hero.bin").failed().text()).contains("alice");
    assertThat(sandbox.run(bob, "lfs", "unlock", "--force", "art/hero.bin").failed().text())
        .contains("only an admin");
    assertThat(sandbox.git(alice, "lfs", "unlock", "art/hero.bin")).contains("Unlocked");
    assertThat(sandbox.git(bob, "lfs", "locks")).isEmpty();
  }

  @Test
  void anAdminUnlocksByForce() throws IOException {
    Path bare = sandbox.bare("forced");
    Path alice =
        project("forced", clone(bare, "forced", "alice", server.admin().tokenFor("alice")));
    Path boss = clone(bare, "forced", "boss", server.adminToken());
    sandbox.git(alice, "lfs", "lock", "art/hero.bin");

    sandbox.run(boss, "lfs", "unlock", "art/hero.bin").failed();
    sandbox.git(boss, "lfs", "unlock", "--force", "art/hero.bin");
    assertThat(sandbox.git(alice, "lfs", "locks")).isEmpty();
  }

  @Test
  void whatSomebodyElseHoldsIsNotPushed() throws IOException {
    Path bare = sandbox.bare("blocked");
    Path alice =
        project("blocked", clone(bare, "blocked", "alice", server.admin().tokenFor("alice")));
    Path bob = clone(bare, "blocked", "bob", server.admin().tokenFor("bob"));
    sandbox.git(bob, "lfs", "lock", "art/hero.bin");
    assertThat(alice.resolve("art/hero.bin").toFile().setWritable(true)).isTrue();
    sandbox.commit(alice, Map.of("art/hero.bin", "changed under a lock of bob"));

    assertThat(sandbox.run(alice, "push", "origin", "HEAD:main").failed().text())
        .contains("art/hero.bin")
        .contains("bob");
    sandbox.git(bob, "lfs", "unlock", "art/hero.bin");
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
  }

  @Test
  void aLeaseOfAnotherKindBlocksAPushAsALockDoes() throws IOException {
    Path bare = sandbox.bare("native");
    Path alice =
        project("native", clone(bare, "native", "alice", server.admin().tokenFor("alice")));
    String lease =
        server
            .as(server.admin().tokenFor("carol"))
            .post("/v1/leases", Map.of("space", "native", "paths", List.of("/art/hero.bin")))
            .json()
            .path("leaseId")
            .asText();
    assertThat(sandbox.run(alice, "lfs", "lock", "art/hero.bin").failed().text()).contains("carol");
    assertThat(alice.resolve("art/hero.bin").toFile().setWritable(true)).isTrue();
    sandbox.commit(alice, Map.of("art/hero.bin", "changed under a lease of carol"));

    assertThat(sandbox.run(alice, "push", "origin", "HEAD:main").failed().text()).contains("carol");
    server.admin().post("/v1/leases/" + lease + ":revoke", Map.of("reason", "the test goes on"));
    sandbox.git(alice, "push", "-q", "origin", "HEAD:main");
  }

  @Test
  void aPlainFileThatSomebodyElseHoldsIsNotPushedEither() throws IOException {
    Path bare = sandbox.bare("plain");
    Path alice = project("plain", clone(bare, "plain", "alice", server.admin().tokenFor("alice")));
    Path bob = clone(bare, "plain", "bob", server.admin().tokenFor("bob"));
    sandbox.git(bob, "lfs", "lock", "notes.txt");
    sandbox.commit(alice, Map.of("notes.txt", "changed under a lock of bob"));

    assertThat(sandbox.run(alice, "push", "origin", "HEAD:main").failed().text())
        .contains("notes.txt")
        .contains("bob");
  }

  @Test
  void objectsGoToTheServerThatHasThemAndComeBack() throws IOException {
    Path bare = sandbox.bare("objects");
    String token = server.admin().tokenFor("alice");
    project("objects", clone(bare, "objects", "alice", token));
    assertThat(objects.batches()).contains("/objects.git/info/lfs/objects/batch");
    assertThat(objects.objects().values())
        .anyMatch(bytes -> new String(bytes, StandardCharsets.UTF_8).equals("first objects"));

    Path bob = clone(bare, "objects", "bob", server.admin().tokenFor("bob"));
    sandbox.git(bob, "lfs", "pull");
    assertThat(bob.resolve("art/hero.bin")).hasContent("first objects");
    assertThat(objects.headersSeen())
        .noneMatch(headers -> headers.contains(token))
        .noneMatch(headers -> headers.contains(basic("alice", token)));
  }

  private static String basic(String name, String token) {
    return Base64.getEncoder()
        .encodeToString((name + ":" + token).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aWrongTokenLocksNothing() throws IOException {
    Path bare = sandbox.bare("wrong");
    project("wrong", clone(bare, "wrong", "alice", server.admin().tokenFor("alice")));
    Path eve = clone(bare, "wrong", "eve", "lh_00_nothing");

    sandbox.run(eve, "lfs", "lock", "art/hero.bin").failed();
    assertThat(server.admin().get("/v1/leases?space=wrong").json().path("leases")).isEmpty();
  }
}
