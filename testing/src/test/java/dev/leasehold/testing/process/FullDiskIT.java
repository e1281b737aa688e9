package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.persist.Room;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * A disk that becomes full: changes are refused and said why, and when there is room they go on.
 */
@Timeout(300)
class FullDiskIT {

  private static final int MEGABYTES = 128;

  @TempDir private Path directory;
  private SmallDisk disk;

  @BeforeEach
  void mount() {
    try {
      disk = SmallDisk.mount(directory.resolve("disk"), MEGABYTES);
    } catch (IOException e) {
      throw new TestAbortedException("needs the right to mount a tmpfs: " + e.getMessage(), e);
    }
  }

  @AfterEach
  void unmount() {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void changesAreRefusedUntilThereIsRoomAndTimeGoesOn() throws Exception {
    try (ServerProcess server = start()) {
      Api admin = server.admin();
      LeaseView held = admin.acquire("demo", "/held", "1h").lease();
      LeaseView brief = admin.acquire("demo", "/brief", "2s").lease();
      disk.fillUpTo(Room.RESERVE_BYTES / 2);
      await().until(() -> admin.acquire("demo", "/" + System.nanoTime(), "1h").status() == 503);

      assertFull(admin.acquire("demo", "/more", "1h"));
      assertFull(admin.renew(held));
      assertFull(admin.release(held));
      assertFull(admin.post("/v1/tokens", Map.of("actor", "a", "role", "agent")));
      assertThat(admin.lookUp(held).isActive()).isTrue();
      assertThat(admin.get("/v1/leases?space=demo").status()).isEqualTo(200);
      await().until(() -> admin.lookUp(brief).state().equals("EXPIRED"));

      disk.removeFiller();
      assertThat(admin.renew(held).lease().renewalCount()).isEqualTo(1);
      LeaseView next = admin.acquire("demo", "/brief", "1h").lease();
      assertThat(next.fencingToken()).isGreaterThan(brief.fencingToken());
      server.kill();
    }
    try (ServerProcess server = start()) {
      assertThat(server.admin().get("/v1/leases?space=demo&path=/brief").json().path("leases"))
          .hasSize(1);
    }
  }

  /** Others have taken the reserve, too: even then nothing that was answered is lost. */
  @Test
  void withNoByteLeftNothingThatWasAnsweredIsLost() throws Exception {
    LeaseView held;
    try (ServerProcess server = start()) {
      Load load = new Load(server, 1);
      held = server.admin().acquire("demo", "/held", "1h").lease();
      Load.Run run = load.start(server, 200);
      run.awaitDone();
      disk.fillUpTo(0);
      run.awaitEnd();
      server.kill();
      try (RunningProcess refused = RunningProcess.start(serve())) {
        assertThat(refused.awaitExit()).isNotZero();
        Complaint.of(refused);
      }
      disk.removeFiller();
      try (ServerProcess next = start()) {
        assertThat(next.admin().lookUp(held).isActive()).isTrue();
        assertThat(load.violations(next)).isEmpty();
        load.settle(next);
        assertThat(load.violations(next)).isEmpty();
      }
    }
  }

  private static void assertFull(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("UNAVAILABLE");
    assertThat(reply.json().path("detail").asText()).contains("disk");
  }

  private List<String> serve() {
    return disk.in(ServerProcess.serve(disk.inside().resolve("data")));
  }

  private ServerProcess start() throws IOException {
    return ServerProcess.awaitReady(RunningProcess.start(serve()), disk.fromHere().resolve("data"));
  }
}
