package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.Programs;
import dev.leasehold.client.budget.Report;
import dev.leasehold.client.budget.ReportFile;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that becomes full: changes are refused and said why, and when there is room they go on.
 */
@Timeout(900)
class FullDiskIT {

  private static final int MEGABYTES = 128;

  @TempDir private Path directory;
  private SmallDisk disk;

  @BeforeEach
  void mount() {
    Programs.need("unshare", "nsenter", "mount");
    try {
      disk = SmallDisk.mount(directory.resolve("disk"), MEGABYTES);
    } catch (IOException e) {
      Programs.needTo("mount a tmpfs with unshare: " + e.getMessage(), false);
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
      disk.fillUpTo(DiskSpace.RESERVE_BYTES / 2);
      await().until(() -> admin.acquire("demo", "/" + System.nanoTime(), "1h").status() == 503);

      assertFull(admin.acquire("demo", "/more", "1h"));
      assertFull(admin.renew(held));
      assertFull(admin.release(held));
      assertFull(admin.post("/v1/tokens", Map.of("actor", "a", "role", "agent")));
      assertFull(server.stranger().get("/readyz"));
      assertThat(admin.lookUp(held).isActive()).isTrue();
      assertThat(admin.get("/v1/leases?space=demo").status()).isEqualTo(200);
      await().until(() -> admin.lookUp(brief).state().equals("EXPIRED"));

      disk.removeFiller();
      assertThat(admin.renew(held).lease().renewalCount()).isEqualTo(1);
      assertThat(server.stranger().get("/readyz").status()).isEqualTo(200);
      LeaseView next = admin.acquire("demo", "/brief", "1h").lease();
      assertThat(next.fencingToken()).isGreaterThan(brief.fencingToken());
      server.kill();
    }
    try (ServerProcess server = start()) {
      assertThat(server.admin().get("/v1/leases?space=demo&path=/brief").json().path("leases"))
          .hasSize(1);
    }
  }

  /** Somebody else has taken all there is, under load: only the reserve is left. */
  @Test
  void withNoByteLeftReadsAndTimeGoOnAndNothingIsLost() throws Exception {
    Load load;
    try (ServerProcess server = start()) {
      Api admin = server.admin();
      load = new Load(server, 1);
      LeaseView held = admin.acquire("demo", "/held", "1h").lease();
      await().until(() -> heldBytes() > 0 && admin.lookUp(held).isActive());
      List<LeaseView> brief = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        brief.add(admin.acquire("demo", "/brief/" + i, "3s").lease());
      }
      Load.Run run = load.start(server, 200);
      run.awaitDone();
      disk.fillUpTo(0);
      run.end();

      assertFull(admin.acquire("demo", "/more", "1h"));
      assertFull(server.stranger().get("/readyz"));
      for (LeaseView lease : brief) {
        await().until(() -> admin.lookUp(lease).state().equals("EXPIRED"));
      }
      disk.fillUpTo(0);
      assertThat(admin.lookUp(held).isActive()).isTrue();
      assertThat(admin.get("/v1/leases?space=demo").status()).isEqualTo(200);
      assertThat(admin.everyLease("demo")).hasSizeGreaterThan(brief.size());
      assertThat(server.process().errors()).doesNotContain("Exception", "\tat ");

      disk.removeFiller();
      await().until(() -> server.stranger().get("/readyz").status() == 200);
      assertThat(admin.renew(held).isSuccess()).isTrue();
      assertThat(load.violations(server)).isEmpty();
      disk.fillUpTo(0);
      server.kill();
      assertStartsOrSaysWhy();
      disk.removeFiller();
    }
    try (ServerProcess next = start()) {
      load.settle(next);
      assertThat(load.violations(next)).isEmpty();
      assertThat(next.stop()).isZero();
    }
    try (RunningProcess verify = RunningProcess.start(disk.in(verify()))) {
      assertThat(verify.awaitExit()).as(verify.errors()).isZero();
    }
  }

  /** The half of a line that still found room must not stand before the next one. */
  @Test
  void reportsOfABudgetAreWholeLinesAlsoOnAFullDisk() throws Exception {
    Path path = disk.fromHere().resolve("reports");
    try (ReportFile file = new ReportFile(path, true)) {
      file.keep(cost("before"));
      disk.fillUpTo(0);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  file.keep(cost("meanwhile-" + i));
                }
              })
          .isInstanceOf(IOException.class);
      disk.removeFiller();
      file.keep(cost("after"));
    }
    try (ReportFile file = new ReportFile(path, true)) {
      assertThat(file.kept()).startsWith(cost("before")).endsWith(cost("after"));
    }
  }

  private static Report cost(String id) {
    return new Report("lease", id, Report.Kind.COST, Map.of("tokens", 1L));
  }

  /** The reserve is a file with blocks of its own, which nobody else gets. */
  private long heldBytes() throws IOException {
    Path reserve = disk.fromHere().resolve("data/reserve");
    return Files.exists(reserve) ? Files.size(reserve) : 0;
  }

  private void assertStartsOrSaysWhy() throws IOException {
    try (RunningProcess onFullDisk = RunningProcess.start(serve())) {
      try {
        assertThat(onFullDisk.firstLine()).contains("leasehold listens on");
      } catch (IOException e) {
        assertThat(onFullDisk.awaitExit()).isNotZero();
        Complaint.of(onFullDisk);
      }
    }
  }

  private List<String> verify() {
    String data = disk.inside().resolve("data").toString();
    return ServerProcess.java(ServerProcess.MAIN, "verify", "--data", data);
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
