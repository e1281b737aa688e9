package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that was stopped for a while does not take up where it was: time went on. */
class PausedServerIT {

  @TempDir private Path data;

  @Test
  void afterAPauseTheFirstAnswerCountsALeaseThatRanOutAsExpired() throws Exception {
    try (ServerProcess server = ServerProcess.start(data)) {
      Api old = server.as(server.admin().tokenFor("old-holder"));
      Api next = server.as(server.admin().tokenFor("next-holder"));
      LeaseView lost = old.acquire("demo", "/first", "1s").lease();
      LeaseView wanted = old.acquire("demo", "/second", "1s").lease();
      pausePast(server, wanted);

      Reply taken = next.acquire("demo", "/second", "60s");

      assertThat(taken.lease().fencingToken()).isGreaterThan(wanted.fencingToken());
      assertThat(old.renew(lost).code()).isEqualTo("LEASE_EXPIRED");
      assertThat(old.renew(wanted).code()).isEqualTo("LEASE_EXPIRED");
      assertThat(old.lookUp(wanted).state()).isEqualTo("EXPIRED");
    }
  }

  @Test
  void afterAPauseTheOldHoldersRenewalComesTooLateEvenIfItComesFirst() throws Exception {
    try (ServerProcess server = ServerProcess.start(data)) {
      Api old = server.as(server.admin().tokenFor("old-holder"));
      LeaseView lost = old.acquire("demo", "/first", "1s").lease();
      pausePast(server, lost);

      assertThat(old.renew(lost).code()).isEqualTo("LEASE_EXPIRED");
    }
  }

  private static void pausePast(ServerProcess server, LeaseView lease) throws Exception {
    server.process().signal("STOP");
    long end = System.nanoTime() + lease.ttlNanos();
    await().until(() -> System.nanoTime() >= end);
    server.process().signal("CONT");
  }
}
