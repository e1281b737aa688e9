package dev.leasehold.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.client.LeaseholdClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A test that moves the node's time. */
@Timeout(180)
class ManualTimeTest {

  static {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  @TempDir Path directory;
  private final ManualTime time = new ManualTime();

  @Test
  void aLeaseOfAnHourEndsWhenTheTestSaysSo() throws IOException {
    try (Leasehold leasehold = Leasehold.embedded(directory, time)) {
      LeaseholdClient client = leasehold.client("agent-1");
      Lease lease = client.lease("s").path("/a").ttl(Duration.ofHours(1)).acquire();
      assertThat(lease.getIssuedAt().getSeconds()).isEqualTo(1_735_689_600L);

      time.advance(Duration.ofHours(1).minusNanos(1));
      assertThat(client.get(lease.getLeaseId()).getState()).isEqualTo(Lease.State.ACTIVE);
      time.advance(Duration.ofNanos(1));
      assertThat(client.get(lease.getLeaseId()).getState()).isEqualTo(Lease.State.EXPIRED);
      assertThat(leasehold.client("agent-2").lease("s").path("/a").acquire().getFencingToken())
          .isGreaterThan(lease.getFencingToken());
    }
  }

  @Test
  void whoWaitsGetsItsTurnWhenTimeHasPassed() throws IOException {
    try (Leasehold leasehold = Leasehold.embedded(directory, time)) {
      leasehold.client("agent-1").lease("s").path("/a").ttl(Duration.ofMinutes(1)).acquire();
      var waiting =
          leasehold
              .client("agent-2")
              .async()
              .acquire(
                  leasehold
                      .client("agent-2")
                      .lease("s")
                      .path("/a")
                      .waitAtMost(Duration.ofMinutes(2))
                      .request());
      LeaseholdClient looking = leasehold.client("eve", Role.AUDITOR);
      await()
          .until(
              () ->
                  looking
                          .list(ListLeasesRequest.newBuilder().setSpace("s").build())
                          .getLeasesCount()
                      == 2);
      assertThat(waiting).isNotDone();

      time.advance(Duration.ofMinutes(1));

      await().until(waiting::isDone);
      assertThat(waiting.join().getHolder()).isEqualTo("agent-2");
    }
  }

  @Test
  void timeDoesNotGoBack() {
    assertThatThrownBy(() -> time.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
