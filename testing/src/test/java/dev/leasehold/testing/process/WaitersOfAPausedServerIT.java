package dev.leasehold.testing.process;

import static dev.leasehold.testing.process.TurnTaking.HELD_LEASE;
import static dev.leasehold.testing.process.TurnTaking.SPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server stands still for longer than the leases last, goes on, is killed and started again,
 * while Java programs and {@code run} wait for their turns. Nobody believes to hold what is over or
 * another's, and everybody has a turn in the end.
 */
@Timeout(900)
@EnabledOnOs(OS.LINUX)
@Order(2)
class WaitersOfAPausedServerIT {

  private static final Duration PAUSE = Duration.ofSeconds(8);
  private static final Duration A_TURN = Duration.ofMillis(100);
  private static final Duration PATIENCE = RunningProcess.PATIENCE;
  private static final int RUNS = 3;

  @TempDir private static Path data;
  @TempDir private static Path directory;
  private static final Beliefs beliefs = new Beliefs();
  private static final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private static final List<RunningProcess> runs = new ArrayList<>();
  private static final Queue<String> programs = new ConcurrentLinkedQueue<>();
  private static final CompletableFuture<Void> restarted = new CompletableFuture<>();
  private static ServerProcess server;
  private static LeaseholdClient ann;
  private static LeaseholdClient bob;

  /** One pause and one restart for all of them. */
  @BeforeAll
  static void standStillAndStartAgain() throws Exception {
    server = ServerProcess.start(data);
    ann = connect("ann");
    bob = connect("bob");
    for (int i = 0; i < RUNS; i++) {
      run(i, i == 0 ? "while :" : "for sign in 1 2 3 4 5 6 7 8");
      if (i == 0) {
        RunProcess.firstSign(signs(0));
      }
    }
    for (TurnTaking way : TurnTaking.values()) {
      for (int i = 0; i < way.programs(); i++) {
        program(way, i, way != HELD_LEASE && i < way.atATime());
      }
    }
    await().atMost(PATIENCE).until(() -> waiting(HELD_LEASE) == RUNS - 1 + HELD_LEASE.programs());
    server.process().signal("STOP");
    TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    server.process().signal("CONT");
    RunProcess.firstSign(signs(1));
    startAgain();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(programs).as("at it").isEmpty());
  }

  private static void startAgain() throws IOException {
    String port = server.url().substring(server.url().lastIndexOf(':') + 1);
    server.kill();
    List<String> serve =
        ServerProcess.java(ServerProcess.MAIN, "serve", "--data", data.toString(), "--port", port);
    server = ServerProcess.awaitReady(RunningProcess.start(serve), data);
    restarted.complete(null);
  }

  @AfterAll
  static void stop() {
    runs.forEach(RunningProcess::close);
    ann.close();
    bob.close();
    server.close();
  }

  private static LeaseholdClient connect(String actor) throws IOException {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(server.url())
            .token(server.admin().tokenFor(actor))
            .requestTimeout(PATIENCE)
            .build());
  }

  private static Path signs(int number) {
    return directory.resolve("run-" + number);
  }

  /** A command that gives signs of life, and does not end when it is told to. */
  private static void run(int number, String loop) throws IOException {
    runs.add(
        RunProcess.start(
            server,
            directory,
            List.of("--path", HELD_LEASE.what(), "--ttl", "5s", "--wait", "5m"),
            "trap '' TERM; %s; do date +%%s%%N >> run-%d; sleep 0.02; done"
                .formatted(loop, number)));
  }

  /** One who takes turns until one has begun after the restart. */
  private static void program(TurnTaking way, int number, boolean firstIsLong) {
    String who = way + "-" + number;
    programs.add(who);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                boolean first = firstIsLong;
                boolean last = false;
                while (!last) {
                  last = hasTurn(way, who, number, first);
                  first = false;
                }
              } catch (Exception e) {
                failures.add(who + " was told " + e);
              } finally {
                programs.remove(who);
              }
            });
  }

  /**
   * A long turn lasts until the restart, unless it is lost before.
   *
   * @return whether the turn began after the restart
   */
  private static boolean hasTurn(TurnTaking way, String who, int number, boolean isLong)
      throws Exception {
    List<Boolean> begun = new ArrayList<>();
    try {
      way.take(
          number % 2 == 0 ? ann : bob,
          (HeldLease lease) -> {
            begun.add(restarted.isDone());
            long end = System.nanoTime() + A_TURN.toNanos();
            beliefs.hold(
                way.what(),
                who,
                lease,
                () -> System.nanoTime() - end >= 0 && (!isLong || restarted.isDone()));
          });
    } catch (LeaseholdException e) {
      if (begun.isEmpty()) {
        throw e;
      }
      // The turn was over before it could be given back.
    }
    return begun.contains(true);
  }

  private static int waiting(TurnTaking way) throws IOException {
    return server
        .admin()
        .get("/v1/leases?space=" + SPACE + "&path=" + way.what() + "&state=PENDING")
        .json()
        .path("leases")
        .size();
  }

  @ParameterizedTest
  @EnumSource
  void nobodyBelievesToHoldWhatIsOverOrAnothers(TurnTaking way) {
    if (way == HELD_LEASE) {
      for (int i = 0; i < RUNS; i++) {
        beliefs.add(
            way.what(), "run-" + i, RunProcess.firstSign(signs(i)), RunProcess.lastSign(signs(i)));
      }
    }
    assertThat(beliefs.violations(way.what(), way.atATime())).isEmpty();
  }

  @Test
  void everyProgramHasItsTurn() {
    assertThat(failures).isEmpty();
  }

  @Test
  void everyRunHasItsTurnAndTheOneThatWasInItsTurnLosesIt() {
    assertThat(runs.get(0).awaitExit()).as(runs.get(0).errors()).isEqualTo(123);
    assertThat(runs.subList(1, RUNS))
        .allSatisfy(run -> assertThat(run.awaitExit()).as(run.errors()).isIn(0, 123));
    for (int i = 1; i < RUNS; i++) {
      assertThat(signs(i)).isNotEmptyFile();
    }
  }
}
