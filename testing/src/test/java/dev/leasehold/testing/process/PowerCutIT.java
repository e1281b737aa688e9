package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A few cuts of those that {@link PowerCutSoak} does as often as told. The same moments again:
 * {@code -Dleasehold.power.seed=}. Needs strace.
 */
@Timeout(600)
@KeepsProcessorsBusy
@Order(1)
class PowerCutIT {

  /** So many that the log is moved to the main file meanwhile. */
  private static final int ANSWERS = 1_500;

  private static final int CUTS = 16;
  private static final long SEED = Long.getLong("leasehold.power.seed", System.nanoTime());

  @Test
  void whatWasAnsweredBeforeAPowerCutIsThereAfterIt(@TempDir Path scratch) throws Exception {
    SyncIT.needStrace();
    System.out.println("leasehold.power.seed=" + SEED);
    PowerCuts cuts = PowerCuts.record(scratch, SEED, ANSWERS);
    for (int i = 0; i < CUTS; i++) {
      assertThat(cuts.cut()).isEmpty();
    }
    assertThat(cuts.cutOfALyingDisk()).anyMatch(text -> text.contains("a grant is lost"));
  }
}
