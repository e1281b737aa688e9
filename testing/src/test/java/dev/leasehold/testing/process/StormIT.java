package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many leases end at once. A million of them: {@link StormSoak}. */
@Timeout(300)
@KeepsProcessorsBusy
class StormIT {

  private static final int LEASES = 20_000;

  /** Much more than a machine with nothing else to do takes. */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

  @Test
  void renewalsStayOnTimeAndNoLeaseOutlivesItsTimeForLong(@TempDir Path data) throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        Storm storm = new Storm(server)) {
      Storm.Result result = storm.brew(LEASES);

      System.out.println(result.renewalNanos() + ", late by ns " + result.lateNanos());
      assertThat(result.renewalNanos().count()).isPositive();
      assertThat(result.renewalNanos().percentileNanos(99)).isLessThan(PATIENCE_NANOS);
      assertThat(result.lateNanos()).isLessThan(PATIENCE_NANOS);
      assertThat(server.process().errors()).doesNotContain(" ERROR ");
    }
  }
}
