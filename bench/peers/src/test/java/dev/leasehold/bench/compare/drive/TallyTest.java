package dev.leasehold.bench.compare.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final long SECOND = 1_000_000_000;

  /** Clocks may begin anywhere, also shortly before they turn over. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND);

  private final Tally tally = new Tally(2, clock::get);

  private void doneAfter(long nanos) {
    long begun = clock.get();
    clock.addAndGet(nanos);
    tally.done(begun);
  }

  @Test
  void whatIsDoneAfterTheTimeDoesNotMakeTheRateHigher() {
    doneAfter(SECOND);
    doneAfter(SECOND);
    assertThat(tally.goesOn()).isFalse();
    doneAfter(SECOND);

    Outcome outcome = tally.outcome();
    assertThat(outcome.inTime()).isEqualTo(2);
    assertThat(outcome.all()).isEqualTo(3);
    assertThat(outcome.perSecond()).isEqualTo(1);
  }

  @Test
  void aRunThatIsDoneEarlyIsMeasuredAsLongAsItTook() {
    doneAfter(SECOND / 2);

    assertThat(tally.outcome().perSecond()).isEqualTo(2);
  }

  @Test
  void aRunInWhichNothingWasDoneInTimeIsMeasuredUntilItWas() {
    doneAfter(4 * SECOND);

    assertThat(tally.outcome().perSecond()).isEqualTo(0.25);
  }

  @Test
  void timesAreThoseOfSingleOperations() {
    for (int i = 0; i < 99; i++) {
      doneAfter(1_000_000);
    }
    doneAfter(SECOND);

    Outcome outcome = tally.outcome();
    assertThat(outcome.p50Micros()).isEqualTo(1_000);
    assertThat(outcome.p99Micros()).isEqualTo(1_000);
    assertThat(outcome.p999Micros()).isBetween(999_000L, 1_001_000L);
    assertThat(outcome.failure()).isNull();
  }

  @Test
  void theFirstFailureIsToldWithItsCause() {
    tally.failed(new IllegalStateException("outer", new IllegalArgumentException("the cause")));
    tally.failed(new IllegalStateException("a later one"));
    doneAfter(1);

    assertThat(tally.goesOn()).isFalse();
    assertThat(tally.outcome().failure()).contains("the cause");
  }
}
