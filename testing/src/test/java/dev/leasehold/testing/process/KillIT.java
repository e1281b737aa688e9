package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.load.Attempt;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A few kills of those that {@link KillSoak} does as often as told. The same points again: {@code
 * -Dleasehold.kill.seed=}.
 */
@Timeout(600)
@KeepsProcessorsBusy
@Order(2)
class KillIT {

  private static final int KILLS = 4;
  private static final int MOST_ANSWERS = 150;
  private static final long SEED = Long.getLong("leasehold.kill.seed", System.nanoTime());

  @Test
  void whatWasAcknowledgedIsFoundAgainAfterEveryKill(@TempDir Path directory) throws Exception {
    System.out.println("leasehold.kill.seed=" + SEED);
    KillRounds rounds = new KillRounds(directory.resolve("data"), SEED, MOST_ANSWERS);
    for (int kill = 0; kill < KILLS; kill++) {
      rounds.killOnce();
      assertThat(rounds.violations()).isEmpty();
      assertThat(rounds.history()).anyMatch(Attempt::isUnknown);
    }
    rounds.end();
    assertThat(rounds.violations()).isEmpty();
  }
}
