package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A backup under load and what is restored from it: fences never fall back. */
@Timeout(900)
@KeepsProcessorsBusy
class BackupIT {

  @TempDir Path scratch;

  /** A resource that checks tokens. */
  private static final class Fence {
    private long largest;

    boolean accepts(LeaseView lease) {
      if (lease.fencingToken() < largest) {
        return false;
      }
      largest = lease.fencingToken();
      return true;
    }
  }

  @Test
  void fencesNeverFallBackHoweverOftenABackupOfALoadedServerIsRestored() throws Exception {
    Path data = scratch.resolve("data");
    Path backup = scratch.resolve("backup");
    Fence fence = new Fence();
    Set<Long> tokens = new HashSet<>();
    LeaseView beforeBackup;
    LeaseView afterBackup;
    String oldToken;
    try (ServerProcess server = ServerProcess.start(data)) {
      oldToken = server.adminToken();
      Load load = new Load(server, 21);
      beforeBackup = server.admin().acquire("fenced", "/a", "600s").lease();
      Load.Run run = load.start(server, 200);
      run.awaitDone();
      CommandLine taken = CommandLine.run("backup", "--data", data, "--to", backup);
      assertThat(taken.exitCode()).as(taken.errors()).isZero();
      run.end();
      assertThat(load.violations(server)).isEmpty();
      afterBackup = server.admin().acquire("fenced", "/b", "600s").lease();
      assertThat(fence.accepts(afterBackup)).isTrue();
      tokens.add(afterBackup.fencingToken());
      server.kill();
    }
    for (int i = 0; i < 3; i++) {
      CommandLine restored =
          i == 0
              ? CommandLine.run("restore", "--from", backup, "--data", scratch.resolve("new"))
              : CommandLine.run("restore", "--from", backup, "--data", data, "--replace");
      assertThat(restored.exitCode()).as(restored.errors()).isZero();
      try (ServerHere server = ServerHere.start(i == 0 ? scratch.resolve("new") : data)) {
        assertThat(server.as(oldToken).get("/v1/leases").status()).isEqualTo(401);
        assertThat(server.admin().lookUp(beforeBackup).isActive()).isFalse();
        assertThat(server.admin().renew(beforeBackup).code()).isEqualTo("LEASE_REVOKED");
        LeaseView fresh = server.admin().acquire("fenced", "/a", "600s").lease();
        assertThat(tokens.add(fresh.fencingToken())).as("given twice").isTrue();
        assertThat(fence.accepts(fresh)).isTrue();
        assertThat(fence.accepts(afterBackup)).isFalse();
        assertThat(fence.accepts(beforeBackup)).isFalse();
      }
    }
    assertThat(CommandLine.run("verify", "--data", data).exitCode()).isZero();
  }

  @Test
  void aRunningServerIsNotRestoredOver() throws Exception {
    Path data = scratch.resolve("data");
    Path backup = scratch.resolve("backup");
    try (ServerProcess server = ServerProcess.start(data)) {
      LeaseView lease = server.admin().acquire("demo", "/a", "600s").lease();
      assertThat(CommandLine.run("backup", "--data", data, "--to", backup).exitCode()).isZero();
      CommandLine refused =
          CommandLine.run("restore", "--from", backup, "--data", data, "--replace");
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.errors()).contains("in use by process " + server.process().pid());
      assertThat(server.admin().renew(lease).isSuccess()).isTrue();
    }
    CommandLine twice = CommandLine.run("backup", "--data", data, "--to", backup);
    assertThat(twice.exitCode()).isEqualTo(1);
    assertThat(twice.errors()).contains("is a backup already");
    assertThat(Files.list(scratch).map(path -> path.getFileName().toString()))
        .containsExactlyInAnyOrder("data", "backup");
  }
}
