package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From when on a lease counts as lost. */
class DeadlineTest {

  private static final long SENT = Long.MAX_VALUE - 1_000;
  private static final long SECOND = 1_000_000_000L;

  private static Lease.Builder left(Duration remaining) {
    return Lease.newBuilder().setRemaining(Durations.toWire(remaining));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 20, 1_000, 30_000, 3_600_000, 259_200_000})
  void itIsBeforeTheServersAndAfterNineTenthsOfIt(long ttlMillis) {
    Duration ttl = Duration.ofMillis(ttlMillis);

    long after = Deadline.of(left(ttl).build(), SENT, SECOND) - SENT;

    assertThat(after).isLessThan(ttl.toNanos()).isGreaterThanOrEqualTo(ttl.toNanos() * 89 / 100);
  }

  @Test
  void aDayLosesMoreThanAnHourBecauseClocksDiffer() {
    Duration day = Duration.ofDays(1);

    long after = Deadline.of(left(day).build(), SENT, 0) - SENT;

    assertThat(Duration.ofNanos(day.toNanos() - after)).isEqualTo(day.dividedBy(1_000));
  }

  @Test
  void theFirstOfDeadlineHeartbeatAndAnnouncedEndCounts() {
    Lease.Builder lease = left(Duration.ofSeconds(30));
    assertThat(Deadline.leftNanos(lease.build())).isEqualTo(30 * SECOND);

    lease.setHeartbeatRemaining(Durations.toWire(Duration.ofSeconds(20)));
    assertThat(Deadline.leftNanos(lease.build())).isEqualTo(20 * SECOND);

    lease.setPlannedEnd(
        PlannedEnd.newBuilder().setRemaining(Durations.toWire(Duration.ofSeconds(10))));
    assertThat(Deadline.leftNanos(lease.build())).isEqualTo(10 * SECOND);
  }

  @Test
  void nothingLeftIsOverWhenItWasSent() {
    assertThat(Deadline.of(Lease.getDefaultInstance(), SENT, SECOND)).isEqualTo(SENT);
  }
}
