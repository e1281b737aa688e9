package dev.leasehold.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** All that a command has started ends when it has to, whoever has to end it. */
@EnabledOnOs(OS.LINUX)
class EndedCommandTest {

  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration NO_GUARD = Duration.ZERO;

  /** For processes to be born and to die on a loaded machine; much less than they would sleep. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String FOREVER = "while :; do sleep 0.05; done";

  /** Itself, a child in the background, an orphan, and one with a session of its own. */
  private static final String FAMILY =
      "echo $$ > self.pid;"
          + " sleep 900 & echo $! > background.pid;"
          + " (sleep 901 & echo $! > orphan.pid);"
          + " setsid sh -c 'echo $$ > session.pid; exec sleep 902' & ";

  @TempDir Path directory;

  @Test
  void itIsAskedFirst() throws Exception {
    String script = "trap 'echo tidied; exit 0' TERM; echo ready; " + FOREVER;
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      kept.awaitSaid("ready");
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(kept.said()).contains("tidied");
    }
  }

  @Test
  void itIsAskedOnce() throws Exception {
    String script = "trap 'echo asked' TERM; echo ready; " + FOREVER;
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      kept.awaitSaid("ready");
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(kept.said().split("asked", -1)).hasSize(2);
    }
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      kept.awaitSaid("ready");
      kept.handle().destroyForcibly();
      // The output ends when the last of them has.
      kept.awaitExit();
      assertThat(kept.said().split("asked", -1)).as("by the watchdog").hasSize(2);
    }
  }

  @Test
  void whoIgnoresThatIsKilledWhenTheGraceIsOver() throws Exception {
    String script = "trap '' TERM INT HUP; echo $$ > self.pid; " + FOREVER;
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      List<Long> pids = KeptCommand.pids(directory, 1);
      long begin = System.nanoTime();
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(GRACE, SOON);
      assertThat(pids).noneMatch(KeptCommand::runs);
    }
  }

  @Test
  void allOfAFamilyEnd() throws Exception {
    try (KeptCommand kept =
        KeptCommand.start(directory, keeper(NO_GUARD, "trap '' TERM; " + FAMILY + FOREVER))) {
      List<Long> pids = KeptCommand.pids(directory, 4);
      assertThat(pids).allMatch(KeptCommand::runs);
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(pids).noneMatch(KeptCommand::runs);
    }
  }

  @Test
  void whoHasLeftGroupAndSessionAndClearedItsEnvironmentEndsToo() throws Exception {
    String script =
        "(env -i setsid sh -c 'echo $$ > daemon.pid; exec sleep 900' &) ; echo $$ > self.pid; "
            + FOREVER;
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      List<Long> pids = KeptCommand.pids(directory, 2);
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(pids).noneMatch(KeptCommand::runs);
    }
  }

  @Test
  void whoIsStoppedEndsToo() throws Exception {
    String script = "trap 'echo tidied; exit' TERM; echo $$ > self.pid; kill -STOP $$; exit 1";
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      List<Long> pids = KeptCommand.pids(directory, 1);
      kept.signal("USR2");
      assertThat(kept.awaitExit()).isEqualTo(Keeper.LOST);
      assertThat(kept.said()).contains("tidied");
      assertThat(pids).noneMatch(KeptCommand::runs);
    }
  }

  @Test
  void whatACommandLeavesBehindInItsGroupEndsWithIt() throws Exception {
    String script =
        "(trap '' TERM; echo $$ > s.pid; exec sleep 900) & echo $! > left.pid;"
            + " until [ -s s.pid ]; do sleep 0.02; done; exit 3";
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      assertThat(kept.awaitExit()).isEqualTo(3);
      assertThat(KeptCommand.pids(directory, 2)).noneMatch(KeptCommand::runs);
    }
  }

  @Test
  void whatHasLeftTheGroupOutlivesACommandThatEndsByItself() throws Exception {
    String script =
        "setsid sh -c 'echo $$ > daemon.pid; exec sleep 900' >/dev/null 2>&1 &"
            + " while [ ! -s daemon.pid ]; do sleep 0.02; done";
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      assertThat(kept.awaitExit()).isZero();
      long daemon = KeptCommand.pids(directory, 1).get(0);
      assertThat(daemon).matches(KeptCommand::runs);
      ProcessHandle.of(daemon).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void allEndWhenTheirKeeperIsKilled() throws Exception {
    try (KeptCommand kept =
        KeptCommand.start(directory, keeper(NO_GUARD, "trap '' TERM; " + FAMILY + FOREVER))) {
      List<Long> pids = KeptCommand.pids(directory, 4);
      kept.handle().destroyForcibly();
      KeptCommand.awaitGone(pids, SOON);
    }
  }

  @Test
  void theLastCallOfAKeeperThatWasKilledComesWhenAllAreGone() throws Exception {
    Path called = directory.resolve("called");
    String script = "trap '' TERM; setsid sh -c 'while :; do ls >> seen; sleep 0.01; done' & wait";
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      Path seen = directory.resolve("seen");
      await().atMost(KeptCommand.PATIENCE).until(() -> Files.exists(seen));
      kept.handle().destroyForcibly();
      await().atMost(KeptCommand.PATIENCE).until(() -> Files.exists(called));
      assertThat(called).hasContent("word");
      assertThat(Files.readAllLines(seen)).doesNotContain("call", "called");
    }
  }

  @Test
  void theLastCallIsMadeAgainUntilItSucceeds() throws Exception {
    Path refuse = Files.createFile(directory.resolve("refuse"));
    Path attempts = directory.resolve("attempts");
    try (KeptCommand kept =
        KeptCommand.start(directory, keeper(NO_GUARD, "echo $$ > self.pid; " + FOREVER))) {
      KeptCommand.pids(directory, 1);
      kept.handle().destroyForcibly();
      await()
          .atMost(KeptCommand.PATIENCE)
          .ignoreExceptions()
          .until(() -> Files.readAllLines(attempts).size() >= 2);
      assertThat(directory.resolve("called")).doesNotExist();
      Files.delete(refuse);
      await()
          .atMost(KeptCommand.PATIENCE)
          .untilAsserted(() -> assertThat(directory.resolve("called")).hasContent("word"));
    }
  }

  /** Or a machine that is shut down would have to wait for it. */
  @Test
  void aGuardThatOnlyWaitsToCallAgainEndsWhenTold() throws Exception {
    Files.createFile(directory.resolve("refuse"));
    Path attempts = directory.resolve("attempts");
    try (KeptCommand kept =
        KeptCommand.start(directory, keeper(NO_GUARD, "echo $$ > self.pid; exec sleep 1000"))) {
      long self = KeptCommand.pids(directory, 1).get(0);
      long watchdog =
          await()
              .until(
                  () -> kept.handle().children().filter(child -> child.pid() != self).toList(),
                  children -> children.size() == 1)
              .get(0)
              .pid();
      kept.handle().destroyForcibly();
      await()
          .atMost(KeptCommand.PATIENCE)
          .ignoreExceptions()
          .until(() -> Files.readAllLines(attempts).size() >= 3);
      ProcessHandle.of(watchdog).orElseThrow().destroy();
      KeptCommand.awaitGone(List.of(watchdog), SOON);
    }
  }

  @Test
  void aRunWithinARunEndsWithTheOuterOne() throws Exception {
    String inner = keeper(NO_GUARD, "echo $$ > inner.pid; " + FOREVER);
    String script = "echo $$ > outer.pid; " + inner + " & wait";
    try (KeptCommand kept = KeptCommand.start(directory, keeper(NO_GUARD, script))) {
      List<Long> pids = KeptCommand.pids(directory, 2);
      kept.handle().destroyForcibly();
      KeptCommand.awaitGone(pids, SOON);
    }
  }

  @Test
  void allEndInTimeWhenTheirKeeperIsStopped() throws Exception {
    // Enough for the whole family to be born in.
    Duration time = Duration.ofSeconds(5);
    long begin = System.nanoTime();
    try (KeptCommand kept =
        KeptCommand.start(directory, keeper(time, "trap '' TERM; " + FAMILY + FOREVER))) {
      List<Long> pids = KeptCommand.pids(directory, 4);
      kept.signal("STOP");
      KeptCommand.awaitGone(pids, time.plus(SOON));
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(time);
      kept.signal("CONT");
      assertThat(kept.awaitExit()).isEqualTo(128 + 9);
      assertThat(directory.resolve("called")).doesNotExist();
    }
  }

  @Test
  void theWatchdogEndsACommandThatStopsItsSupervisorAtOnce() throws Exception {
    Duration time = Duration.ofSeconds(2);
    String script = "kill -STOP $PPID; echo $$ > self.pid; " + FOREVER;
    try (KeptCommand kept = KeptCommand.start(directory, keeper(time, script))) {
      KeptCommand.awaitGone(KeptCommand.pids(directory, 1), time.plus(SOON));
      assertThat(kept.handle().isAlive()).isTrue();
    }
  }

  @Test
  void theWatchdogGoesWithTheCommand() throws Exception {
    try (KeptCommand kept =
        KeptCommand.start(
            directory, keeper(SOON.multipliedBy(6), "echo $$ > self.pid; read line; exit 4"))) {
      long self = KeptCommand.pids(directory, 1).get(0);
      List<Long> guards =
          await()
              .until(
                  () ->
                      kept.handle()
                          .descendants()
                          .map(ProcessHandle::pid)
                          .filter(pid -> pid != self)
                          .toList(),
                  // The shell, the one that waits, and its sleep.
                  pids -> pids.size() == 3);
      kept.type("\n");
      assertThat(kept.awaitExit()).isEqualTo(4);
      KeptCommand.awaitGone(guards, SOON);
      assertThat(directory.resolve("called")).doesNotExist();
    }
  }

  private static String keeper(Duration time, String script) {
    return KeptCommand.keeper(GRACE, time, script);
  }
}
