package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.Programs;
import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replies wait until the disk has synced, and a failed sync is the end. A kill -9 cannot show that,
 * because the system keeps what was written. Needs strace, which slows syncs down or fails them.
 */
@Timeout(900)
@Order(1)
class SyncIT {

  private static final int DELAY_MILLIS = 50;

  /** Later than a start has syncs, early in a load: each thread counts its own. */
  private static final int FAILING_SYNC = 50;

  private static final int ANSWERS = 100;

  @TempDir private Path data;

  @BeforeEach
  void hasStrace() {
    needStrace();
  }

  static void needStrace() {
    Programs.need("strace");
    Programs.needTo(
        "slow down a sync with strace",
        runs(strace("inject=fsync:delay_enter=1", List.of("true"))));
  }

  @Test
  void aReplyWaitsForTheDisk() throws Exception {
    String slow = "inject=fsync,fdatasync:delay_enter=" + DELAY_MILLIS * 1_000;
    try (ServerProcess server = start(slow)) {
      for (int i = 0; i < 5; i++) {
        long sent = System.nanoTime();
        assertThat(server.admin().acquire("demo", "/" + i, "1h").isSuccess()).isTrue();
        assertThat(System.nanoTime() - sent).isGreaterThan(DELAY_MILLIS * 1_000_000L);
      }
    }
  }

  /**
   * Also if it fails just once: a sync that succeeds after that says nothing about the lost one.
   */
  @ParameterizedTest
  @ValueSource(strings = {FAILING_SYNC + "+", FAILING_SYNC + "", 2 * FAILING_SYNC + ""})
  void afterASyncThatFailedNothingIsAnswered(String when) throws Exception {
    String failing = "inject=fsync,fdatasync:error=EIO:when=" + when;
    Load load;
    try (ServerProcess server = start(failing)) {
      load = new Load(server, 1);
      load.start(server, Integer.MAX_VALUE).awaitEnd();
      assertThat(server.process().awaitExit()).isEqualTo(1);
      assertThat(server.process().errors())
          .contains("leasehold: stops, because it cannot be sure of its journal")
          .doesNotContain("\tat ");
    }
    try (ServerHere server = ServerHere.start(data)) {
      assertThat(load.violations(server)).isEmpty();
      load.settle(server);
      assertThat(load.violations(server)).isEmpty();
    }
  }

  /** The log is moved to the main file when the server stops; nothing depends on it. */
  @Test
  void aStopThatCannotMoveItsLogSaysSoAndLosesNothing() throws Exception {
    Load load;
    try (ServerHere server = ServerHere.start(data)) {
      load = new Load(server, 1);
    }
    List<String> command =
        new ArrayList<>(strace("inject=fsync,fdatasync:error=EIO", ServerProcess.serve(data)));
    command.addAll(1, List.of("-P", data.resolve("journal.db").toString()));
    RunningProcess process = RunningProcess.start(command);
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      Load.Run run = load.start(server, ANSWERS);
      run.awaitDone();
      run.end();
      server.stop();
      assertThat(process.errors()).contains("did not stop cleanly: the journal cannot be written");
    }
    try (ServerHere server = ServerHere.start(data)) {
      assertThat(load.violations(server)).isEmpty();
    }
  }

  private ServerProcess start(String inject) throws IOException {
    return ServerProcess.awaitReady(
        RunningProcess.start(strace(inject, ServerProcess.serve(data))), data);
  }

  /**
   * With -D the server is our own child, not strace's. With --seccomp-bpf it is stopped at syncs
   * alone, not at every call of the system.
   */
  private static List<String> strace(String inject, List<String> command) {
    List<String> traced =
        new ArrayList<>(
            List.of(
                "strace",
                "-D",
                "-f",
                "--seccomp-bpf",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                "trace=fsync,fdatasync",
                "-e",
                inject));
    traced.addAll(command);
    return traced;
  }

  private static boolean runs(List<String> command) {
    try (RunningProcess process = RunningProcess.start(command)) {
      return process.awaitExit() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
