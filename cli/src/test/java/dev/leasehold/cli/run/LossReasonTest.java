package dev.leasehold.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.client.Loss;
import dev.leasehold.client.Loss.Cause;
import dev.leasehold.client.RenewalTrouble;
import dev.leasehold.client.RenewalTrouble.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences about a lease that is lost, or may be. */
class LossReasonTest {

  /** Seconds that were left, of the lease, of its heartbeat and until the announced end. */
  @ParameterizedTest
  @CsvSource({
    "DEADLINE, 60, 0, 10, time is over, true",
    "DEADLINE, 10, 0, 60, time is over, false",
    "DEADLINE, 60, 10, 30, time is over, false",
    "DEADLINE, 60, 30, 30, time is over, true",
    "REVOKED, 60, 0, 10, lease l is REVOKED: deploy, true",
    "REVOKED, 60, 0, 10, lease l is REVOKED: at once, false",
    "EXPIRED, 60, 0, 10, lease l is EXPIRED, false"
  })
  void onlyAnEndThatCameAsAnnouncedIsToldAsSuch(
      Cause cause, int left, int heartbeat, int planned, String text, boolean expected) {
    Lease.Builder lease =
        Lease.newBuilder()
            .setRemaining(seconds(left))
            .setPlannedEnd(
                PlannedEnd.newBuilder().setRemaining(seconds(planned)).setReason("deploy"));
    if (heartbeat > 0) {
      lease.setHeartbeatRemaining(seconds(heartbeat));
    }
    assertThat(LossReason.isAnnounced(lease.build(), new Loss("l", cause, text)))
        .isEqualTo(expected);
  }

  @Test
  void whatMayBeLostIsToldWithTheTimeThatIsLeft() {
    java.time.Duration left = java.time.Duration.ofMillis(40_900);
    assertThat(LossReason.feared(trouble(Kind.REFUSED, "UNAUTHENTICATED", "unknown"), left))
        .isEqualTo(
            "the server does not accept the token or certificate any more; lease l will be lost in"
                + " 40 s unless it is renewed by then");
    assertThat(LossReason.feared(trouble(Kind.REFUSED, "FORBIDDEN", "it says no"), left))
        .startsWith("it says no; lease l will be lost in 40 s");
    assertThat(LossReason.feared(trouble(Kind.UNANSWERED, "", "no answer"), left))
        .startsWith("no answer; lease l will be lost in 40 s");
    assertThat(LossReason.feared(trouble(Kind.OVER, "", "over"), left))
        .isEqualTo("lease l is renewed again");
  }

  private static RenewalTrouble trouble(Kind kind, String code, String text) {
    return new RenewalTrouble("l", kind, code, text);
  }

  private static Duration seconds(int seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }
}
