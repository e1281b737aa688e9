package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In the same boot a restart goes on exactly: it neither takes from a lease nor adds to it. */
@Timeout(900)
class RestartIT {

  @Test
  void aLeaseEndsAfterItsTtlWhateverHappenedToTheServer(@TempDir Path data) throws Exception {
    WatchedLease before;
    WatchedLease meanwhile;
    WatchedLease after;
    try (ServerProcess server = ServerProcess.start(data)) {
      before = WatchedLease.acquire(server.admin(), "/before", "50ms");
      before.awaitEnd(server.admin());
      meanwhile = WatchedLease.acquire(server.admin(), "/meanwhile", "300ms");
      after = WatchedLease.acquire(server.admin(), "/after", "4s");
      server.kill();
    }
    await().until(meanwhile::isOver);
    try (ServerHere server = ServerHere.start(data)) {
      Api admin = server.admin();
      assertThat(before.look(admin).isActive()).isFalse();
      assertThat(meanwhile.look(admin).isActive()).isFalse();
      after.awaitEnd(admin);
      assertThat(admin.acquire(WatchedLease.SPACE, "/after", "60s").lease().fencingToken())
          .isGreaterThan(after.lease().fencingToken());
    }
  }
}
