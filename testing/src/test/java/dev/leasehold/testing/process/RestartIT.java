package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the same boot a restart goes on exactly: it neither takes from a lease nor adds to it. */
class RestartIT {

  @TempDir private Path data;

  @Test
  void aLeaseEndsAfterItsTtlWhateverHappenedToTheServer() throws Exception {
    WatchedLease across;
    WatchedLease meanwhile;
    try (ServerProcess server = ServerProcess.start(data)) {
      across = WatchedLease.acquire(server.admin(), "/across", "5s");
      meanwhile = WatchedLease.acquire(server.admin(), "/meanwhile", "300ms");
      server.kill();
    }
    await().until(meanwhile::isOver);
    try (ServerProcess server = ServerProcess.start(data)) {
      Api admin = server.admin();
      assertThat(meanwhile.look(admin).isActive()).isFalse();
      across.awaitEnd(admin);
      assertThat(admin.acquire("watched", "/across", "60s").lease().fencingToken())
          .isGreaterThan(across.lease().fencingToken());
    }
  }

  @Test
  void manyRestartsAddNothingEither() throws Exception {
    WatchedLease lease;
    try (ServerProcess server = ServerProcess.start(data)) {
      lease = WatchedLease.acquire(server.admin(), "/held", "10m");
      server.stop();
    }
    for (int i = 0; i < 2; i++) {
      try (ServerProcess server = ServerProcess.start(data)) {
        assertThat(lease.look(server.admin()).isActive()).isTrue();
        server.kill();
      }
    }
  }
}
