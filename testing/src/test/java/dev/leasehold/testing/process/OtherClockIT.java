package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.Programs;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The next server meets another monotonic clock, as after a reboot: that one is ahead or behind,
 * and no lease ends early for it. Needs the right to make a time namespace.
 */
@Timeout(900)
class OtherClockIT {

  @TempDir private Path data;

  @ParameterizedTest
  @ValueSource(longs = {100_000, -1_000})
  void noLeaseEndsEarlyByAnotherClock(long offsetSeconds) throws Exception {
    Programs.need("unshare");
    Programs.needTo("shift the clock with unshare", canShift(offsetSeconds));
    LeaseView hour;
    LeaseView brief;
    long earliestEnd;
    try (ServerProcess server = ServerProcess.start(data)) {
      hour = server.admin().acquire("demo", "/hour", "1h").lease();
      earliestEnd = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      brief = server.admin().acquire("demo", "/brief", "10s").lease();
      server.kill();
    }
    try (ServerProcess server = startShifted(offsetSeconds)) {
      Api admin = server.admin();
      assertThat(admin.lookUp(hour).remainingNanos())
          .isBetween(hour.ttlNanos() - Duration.ofMinutes(5).toNanos(), hour.ttlNanos());
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> admin.lookUp(brief).state().equals("EXPIRED"));
      assertThat(System.nanoTime()).as("not early").isGreaterThanOrEqualTo(earliestEnd);
      LeaseView next = admin.acquire("demo", "/brief", "1h").lease();
      assertThat(next.fencingToken()).isGreaterThan(brief.fencingToken());
      assertThat(next.issuedAtTick()).isGreaterThanOrEqualTo(brief.expiresAtTick());
      server.kill();
    }
    try (ServerHere server = ServerHere.start(data)) {
      assertThat(server.admin().lookUp(hour).remainingNanos())
          .isBetween(hour.ttlNanos() - Duration.ofMinutes(5).toNanos(), hour.ttlNanos());
    }
  }

  private ServerProcess startShifted(long offsetSeconds) throws IOException {
    return ServerProcess.awaitReady(
        RunningProcess.start(shifted(offsetSeconds, ServerProcess.serve(data))), data);
  }

  private static boolean canShift(long offsetSeconds) throws IOException {
    try (RunningProcess probe =
        RunningProcess.start(shifted(offsetSeconds, ServerProcess.java("-version")))) {
      return probe.awaitExit() == 0;
    }
  }

  /** Signals do not reach the command, but it is killed when the process that is ours is. */
  private static List<String> shifted(long offsetSeconds, List<String> command) {
    List<String> shifted =
        new ArrayList<>(
            List.of(
                "unshare",
                "--time",
                "--monotonic",
                Long.toString(offsetSeconds),
                "--fork",
                "--kill-child"));
    shifted.addAll(command);
    return shifted;
  }
}
