package dev.leasehold.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BenchStepTest {

  private static final long SECOND = 1_000_000_000;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND);
  private final BenchStep step = new BenchStep(2, SECOND, 4 * SECOND, clock::get);

  private void doneAfter(long nanos) {
    long begun = clock.get();
    clock.addAndGet(nanos);
    step.done(begun);
  }

  @Test
  void onlyTheMeasuredTimeCounts() {
    doneAfter(SECOND / 2);
    // The first after a second: from here on it is measured.
    doneAfter(SECOND);
    for (int i = 0; i < 7; i++) {
      doneAfter(SECOND / 2);
    }
    assertThat(step.goesOn()).isTrue();
    doneAfter(SECOND / 2);
    assertThat(step.goesOn()).isFalse();
    doneAfter(SECOND / 2);

    assertThat(step.figures().inFlight()).isEqualTo(2);
    assertThat(step.figures().cyclesPerSecond()).isEqualTo(2);
    assertThat(step.figures().p50Micros()).isBetween(499_000L, 501_000L);
  }

  @Test
  void aSlowStartIsNotMeasured() {
    clock.addAndGet(30 * SECOND);
    assertThat(step.goesOn()).isTrue();
    doneAfter(SECOND);
    doneAfter(SECOND);

    assertThat(step.figures().cyclesPerSecond()).isEqualTo(0.25);
    assertThat(step.figures().maxMicros()).isBetween(999_000L, 1_001_000L);
  }

  @Test
  void aFailureEndsTheStep() {
    step.failed(new IllegalStateException("wrong"));
    step.failed(new IllegalStateException("also wrong"));

    assertThat(step.goesOn()).isFalse();
    assertThat(step.failure()).hasMessage("wrong");
  }

  @Test
  void itEndsWhenAllSlotsHave() {
    step.stop();
    assertThat(step.goesOn()).isFalse();
    step.slotEnded();
    assertThat(step.awaitEnd(0)).isFalse();
    step.slotEnded();
    assertThat(step.awaitEnd(0)).isTrue();
  }
}
