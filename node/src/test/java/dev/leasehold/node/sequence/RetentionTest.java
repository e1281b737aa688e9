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
      execute(tick, new Command.Release(id, "", ""));
    }
  }

  @Test
  void withNothingToForgetThereIsNoStep() {
    assertThat(retention.next(kernel, 5 * Limits.HOUR)).isNull();
  }

  @Test
  void byAgeItLooksOnceAMinute() {
    endLeases(3, 0);
    Command.Prune look = retention.next(kernel, 1);
    retention.done(execute(1, look), 1);
    assertThat(kernel.endedCount()).isEqualTo(3);
    assertThat(retention.next(kernel, Limits.MINUTE)).isNull();
    assertThat(retention.next(kernel, Limits.MINUTE + 1)).isNotNull();
  }

  @Test
  void byAgeItGoesOnUntilAllAreForgotten() {
    endLeases(Retention.STEP + 10, 0);
    long later = 2 * Limits.HOUR;
    for (int step = 0; step < 2; step++) {
      retention.done(execute(later, retention.next(kernel, later)), later);
    }
    assertThat(kernel.endedCount()).isZero();
  }

  @Test
  void theOldestGoFirstWhenThereAreTooMany() {
    endLeases(Retention.MAX_REMEMBERED + Retention.STEP - 1, 0);
    retention.done(execute(1, retention.next(kernel, 1)), 1);
    assertThat(retention.next(kernel, 2)).isNull();
    endLeases(1, 2);
    execute(2, retention.next(kernel, 2));
    assertThat(kernel.endedCount()).isEqualTo(Retention.MAX_REMEMBERED);
    assertThat(execute(2, new Command.GetLease("lease-0-0"))).isInstanceOf(Reply.Refused.class);
    assertThat(execute(2, new Command.GetLease("lease-2-0"))).isInstanceOf(Reply.OfLease.class);
  }
}
