package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random points under load, again and again on one data directory. More rounds: {@code
 * -Dleasehold.kill.rounds=100}; the same points again: {@code -Dleasehold.kill.seed=}.
 */
class KillIT {

  private static final int ROUNDS = Integer.getInteger("leasehold.kill.rounds", 3);
  private static final long SEED = Long.getLong("leasehold.kill.seed", System.nanoTime());

  private static final int MOST_ANSWERS_PER_ROUND = 600;

  /** About what a commit takes, so that the kill falls anywhere in one. */
  private static final int COMMIT_NANOS = 2_000_000;

  private final Random random = new Random(SEED);

  @Test
  void whatWasAcknowledgedIsFoundAgainAfterEveryKill(@TempDir Path directory) throws Exception {
    System.out.println("leasehold.kill.seed=" + SEED + " rounds=" + ROUNDS);
    Path data = directory.resolve("data");
    Load load = null;
    for (int round = 0; round < ROUNDS; round++) {
      try (ServerProcess server = ServerProcess.start(data)) {
        if (load == null) {
          load = new Load(server, SEED);
        } else {
          check(load, server, round);
        }
        killUnder(load, server, round);
      }
    }
    try (ServerProcess server = ServerProcess.start(data)) {
      check(load, server, ROUNDS);
    }
  }

  /** Every other time the client kills that has just got an answer, the moment that it has it. */
  private void killUnder(Load load, ServerProcess server, int round) throws InterruptedException {
    int delayNanos = round % 2 == 0 ? 0 : random.nextInt(COMMIT_NANOS);
    Load.Run run =
        load.start(
            server,
            1 + random.nextInt(MOST_ANSWERS_PER_ROUND),
            () -> {
              LockSupport.parkNanos(delayNanos);
              server.kill();
            });
    run.awaitDone();
    run.awaitEnd();
  }

  private void check(Load load, ServerProcess server, int round) throws IOException {
    String moment = "seed %d, after kill %d, ".formatted(SEED, round);
    assertThat(load.violations(server)).as(moment + "as found").isEmpty();
    load.settle(server);
    assertThat(load.violations(server)).as(moment + "after retries").isEmpty();
    assertThat(load.history()).as(moment + "history").anyMatch(Attempt::isUnknown);
  }
}
