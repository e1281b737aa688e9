package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import org.junit.jupiter.api.Test;

class RetentionTest {

  private final Kernel kernel = new Kernel();
  private final Retention retention = new Retention();

  private Reply execute(long tick, Command command) {
    return kernel.execute(new Stamp(tick, 0, Rig.AGENT), command).reply();
  }

  private void endLeases(int count, long tick) {
    for (int i = 0; i < count; i++) {
      String id = "lease-" + tick + "-" + i;
      execute(tick, Rig.acquire(id, 0));
      execute(tick, new Command.Release(id, "", 0, ""));
    }
  }

  private void step(long tick) {
    Command.Prune step = retention.next(kernel, tick);
    retention.done(step, execute(tick, step), tick);
  }

  @Test
  void withNothingToForgetThereIsNoStep() {
    assertThat(retention.next(kernel, 5 * Limits.HOUR)).isNull();
  }

  @Test
  void byAgeItLooksOnceAMinute() {
    endLeases(3, 0);
    step(1);
    assertThat(kernel.endedCount()).isEqualTo(3);
    assertThat(retention.next(kernel, Limits.MINUTE)).isNull();
    assertThat(retention.next(kernel, Limits.MINUTE + 1)).isNotNull();
  }

  @Test
  void aStepThatAchievesNothingIsNotRepeatedAtOnce() {
    endLeases(Retention.MAX_REMEMBERED + Retention.STEP, 0);
    Command.Prune thinning = retention.next(kernel, 0);
    retention.done(thinning, new Reply.Swept(0, false), 0);
    step(1);
    assertThat(retention.next(kernel, 2)).isNull();
    assertThat(retention.next(kernel, Limits.MINUTE)).isEqualTo(thinning);
  }

  @Test
  void byAgeItGoesOnUntilAllAreForgotten() {
    endLeases(Retention.STEP + 10, 0);
    long later = 2 * Limits.HOUR;
    for (int step = 0; step < 2; step++) {
      step(later);
    }
    assertThat(kernel.endedCount()).isZero();
  }

  @Test
  void theOldestGoFirstWhenThereAreTooMany() {
    endLeases(Retention.MAX_REMEMBERED + Retention.STEP - 1, 0);
    step(1);
    assertThat(retention.next(kernel, 2)).isNull();
    endLeases(1, 2);
    step(2);
    assertThat(kernel.endedCount()).isEqualTo(Retention.MAX_REMEMBERED);
    assertThat(retention.next(kernel, 2)).isNull();
    assertThat(execute(2, new Command.GetLease("lease-0-0"))).isInstanceOf(Reply.Refused.class);
    assertThat(execute(2, new Command.GetLease("lease-2-0"))).isInstanceOf(Reply.OfLease.class);
  }
}
