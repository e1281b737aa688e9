package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many leases end at once. A million of them: {@link StormSoak}. One storm of a few has to be
 * weathered in time: a machine that stands still or has others to serve spoils one, not all.
 */
@Timeout(900)
@KeepsProcessorsBusy
class StormIT {

  private static final int LEASES = 8_000;

  /** Much more than a machine with nothing else to do takes. */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

  private static final int STORMS = 3;

  @Test
  void renewalsStayOnTimeAndNoLeaseOutlivesItsTimeForLong(@TempDir Path directory)
      throws Exception {
    List<String> late = new ArrayList<>();
    for (int i = 0; i < STORMS && late.size() == i; i++) {
      try (ServerProcess server = ServerProcess.start(directory.resolve("data-" + i));
          Storm storm = new Storm(server)) {
        Storm.Result result = brew(storm, server);
        assertThat(result.renewalNanos().count()).isPositive();
        assertThat(server.process().errors()).doesNotContain(" ERROR ");
        if (Math.max(result.renewalNanos().percentileNanos(99), result.lateNanos())
            >= PATIENCE_NANOS) {
          late.add(result.renewalNanos() + ", late by ns " + result.lateNanos());
        }
      } catch (Storm.SlowerException e) {
        late.add(e.getMessage());
      }
    }
    assertThat(late).hasSizeLessThan(STORMS);
  }

  private static Storm.Result brew(Storm storm, ServerProcess server) throws Exception {
    try {
      return storm.brew(LEASES);
    } catch (IOException e) {
      throw new AssertionError(
          "it runs: " + server.process().isAlive() + ", and said: " + server.process().errors(), e);
    }
  }
}
