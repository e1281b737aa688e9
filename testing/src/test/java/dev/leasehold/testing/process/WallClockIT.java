package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody puts the wall clock forth and back by an hour: no lease ends earlier or later for it.
 */
@Timeout(900)
class WallClockIT {

  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path directory;
  private Path offset;

  @BeforeEach
  void atTheRightTime() throws IOException {
    offset = directory.resolve("offset");
    moveWall(Duration.ZERO);
  }

  @Test
  void leasesEndByTicksWhileTheWallClockJumps() throws Exception {
    try (ServerProcess server = start()) {
      Api admin = server.admin();
      WatchedLease halfHour = WatchedLease.acquire(admin, "/half-hour", "30m");
      Api halfHourToken = server.as(tokenFor(admin, "30m"));
      Api briefToken = server.as(tokenFor(admin, "500ms"));
      for (Duration moved : new Duration[] {HOUR, HOUR.negated(), Duration.ZERO}) {
        WatchedLease before = WatchedLease.acquire(admin, "/before" + moved, "500ms");
        moveWall(moved);
        WatchedLease after = WatchedLease.acquire(admin, "/after" + moved, "500ms");
        assertThat(before.look(admin).expiresAt()).isEqualTo(before.lease().expiresAt());
        assertTimesFit(after.lease(), moved);
        assertThat(halfHour.look(admin).isActive()).isTrue();
        before.awaitEnd(admin);
        after.awaitEnd(admin);
        assertThat(halfHourToken.get("/v1/leases").status()).isEqualTo(200);
        assertThat(briefToken.get("/v1/leases").status()).isEqualTo(401);
        assertThat(halfHour.look(admin).isActive()).isTrue();
      }
    }
  }

  @Test
  void aRestartWithAMovedWallClockChangesNothing() throws Exception {
    WatchedLease halfHour;
    WatchedLease seconds;
    try (ServerProcess server = start()) {
      halfHour = WatchedLease.acquire(server.admin(), "/half-hour", "30m");
      seconds = WatchedLease.acquire(server.admin(), "/seconds", "4s");
      server.kill();
    }
    moveWall(HOUR);
    try (ServerProcess server = start()) {
      assertThat(halfHour.look(server.admin()).isActive()).isTrue();
      seconds.look(server.admin());
      server.kill();
    }
    moveWall(HOUR.negated());
    try (ServerProcess server = start()) {
      assertThat(halfHour.look(server.admin()).isActive()).isTrue();
      seconds.awaitEnd(server.admin());
    }
  }

  private static String tokenFor(Api admin, String ttl) throws IOException {
    Map<String, String> token = Map.of("actor", "agent", "role", "agent", "ttl", ttl);
    return admin.post("/v1/tokens", token).json().path("token").asText();
  }

  private ServerProcess start() throws IOException {
    Path data = directory.resolve("data");
    return ServerProcess.awaitReady(
        RunningProcess.start(
            ServerProcess.java(
                MovedWallServer.class.getName(), data.toString(), offset.toString())),
        data);
  }

  /** As one step: the server may read at any moment. */
  private void moveWall(Duration by) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), by.toString());
    Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
  }

  /** People see the moved clock, and a time to expect the end that fits it. */
  private static void assertTimesFit(LeaseView lease, Duration moved) {
    assertThat(lease.expiresAt()).isEqualTo(lease.issuedAt().plusNanos(lease.ttlNanos()));
    assertThat(lease.issuedAt())
        .isBetween(Instant.now().plus(moved).minusSeconds(60), Instant.now().plus(moved));
    assertThat(lease.expiresAtTick() - lease.issuedAtTick()).isEqualTo(lease.ttlNanos());
  }
}
