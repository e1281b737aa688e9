package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that was stopped for a while does not take up where it was: time went on. */
@Timeout(300)
class PausedServerIT {

  private static ServerProcess server;
  private static Api holder;
  private static Api other;

  @BeforeAll
  static void start(@TempDir Path data) throws Exception {
    server = ServerProcess.start(data);
    holder = server.as(server.admin().tokenFor("holder"));
    other = server.as(server.admin().tokenFor("other"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void afterAPauseAnotherGetsWhatRanOutMeanwhile() throws Exception {
    LeaseView lease = holder.acquire("demo", "/taken", "1s").lease();
    pausePast(lease);

    LeaseView taken = other.acquire("demo", "/taken", "60s").lease();

    assertThat(taken.fencingToken()).isGreaterThan(lease.fencingToken());
    assertThat(holder.renew(lease).code()).isEqualTo("LEASE_EXPIRED");
    assertThat(holder.lookUp(lease).state()).isEqualTo("EXPIRED");
  }

  @Test
  void afterAPauseTheHoldersRenewalIsTooLateAlsoIfNobodyWasFaster() throws Exception {
    LeaseView lease = holder.acquire("demo", "/lost", "1s").lease();
    pausePast(lease);

    assertThat(holder.renew(lease).code()).isEqualTo("LEASE_EXPIRED");
  }

  private static void pausePast(LeaseView lease) throws Exception {
    server.process().signal("STOP");
    long end = System.nanoTime() + lease.ttlNanos();
    await().until(() -> System.nanoTime() >= end);
    server.process().signal("CONT");
  }
}
