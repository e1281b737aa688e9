package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One data directory, one server. */
@Timeout(900)
class SecondServerIT {

  @Test
  void anotherNameOfTheDirectoryIsNoOtherDirectory(@TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    Path link = Files.createSymbolicLink(directory.resolve("link"), data);
    try (ServerProcess first = ServerProcess.start(data);
        RunningProcess second = RunningProcess.start(ServerProcess.serve(link))) {
      assertThat(second.awaitExit()).isNotZero();
      Complaint.of(second).says("in use by process " + first.process().pid());
    }
  }

  /** Nobody else gets in meanwhile, and the first does not go on in a directory that looks free. */
  @Test
  void whoRemovesTheLockStopsTheServerAndLetsNoOtherIn(@TempDir Path data) throws Exception {
    LeaseView lease;
    try (ServerProcess first = ServerProcess.start(data)) {
      lease = first.admin().acquire("demo", "/a", "60s").lease();
      first.process().signal("STOP");
      Files.delete(data.resolve("lock"));
      try (RunningProcess second = RunningProcess.start(ServerProcess.serve(data))) {
        assertThat(second.awaitExit()).isNotZero();
        Complaint.of(second).says("in use by another process");
      }
      first.process().signal("CONT");
      assertThat(first.process().awaitExit()).isEqualTo(1);
      assertThat(first.process().errors()).contains("lock").doesNotContain("Exception");
    }
    try (ServerHere next = ServerHere.start(data)) {
      LeaseView renewed = next.admin().renew(lease).lease();
      assertThat(renewed.isActive()).isTrue();
    }
    CommandLine verify = CommandLine.run("verify", "--data", data);
    assertThat(verify.exitCode()).as(verify.errors()).isZero();
  }

  @Test
  void theSecondRefusesAndSaysWhichProcessHasTheDirectory(@TempDir Path data) throws Exception {
    try (ServerProcess first = ServerProcess.start(data)) {
      LeaseView lease = first.admin().acquire("demo", "/a", "60s").lease();

      try (RunningProcess second = RunningProcess.start(ServerProcess.serve(data))) {
        assertThat(second.awaitExit()).isNotZero();
        assertThat(second.output()).isEmpty();
        Complaint.of(second).says("in use by process " + first.process().pid());
      }

      assertThat(first.admin().renew(lease).lease().isActive()).isTrue();
      LeaseView next = first.admin().acquire("demo", "/b", "60s").lease();
      assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
    }
  }
}
