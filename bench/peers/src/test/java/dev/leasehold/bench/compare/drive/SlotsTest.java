package dev.leasehold.bench.compare.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlotsTest {

  private static final double LONG = 60;

  private final ExecutorService replies = Executors.newSingleThreadExecutor();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @AfterEach
  void end() {
    replies.shutdownNow();
  }

  private CompletableFuture<?> begin() {
    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    return CompletableFuture.runAsync(underWay::decrementAndGet, replies);
  }

  @Test
  void asManyAreUnderWayAsWasSaidAndAllAreCounted() throws Exception {
    Outcome outcome = Slots.asynchronously(Order.hold(8, LONG, 1_000), (slot, n) -> begin());

    assertThat(outcome.failure()).isNull();
    assertThat(outcome.all()).isEqualTo(1_000);
    assertThat(outcome.inTime()).isEqualTo(1_000);
    assertThat(most.get()).isBetween(1, 8);
    assertThat(underWay.get()).isZero();
  }

  @Test
  void threadsDoTheSame() throws Exception {
    AtomicInteger done = new AtomicInteger();
    Outcome outcome = Slots.blocking(Order.hold(3, LONG, 100), (slot, n) -> done.incrementAndGet());

    assertThat(outcome.all()).isEqualTo(100);
    assertThat(done.get()).isEqualTo(100);
  }

  @Test
  void oneFailureMakesTheWholeRunFail() throws Exception {
    Outcome outcome =
        Slots.asynchronously(
            Order.of(Order.Kind.CYCLE, 4, LONG),
            (slot, n) ->
                slot == 2 && n == 50
                    ? CompletableFuture.failedFuture(new IllegalStateException("refused"))
                    : begin());

    assertThat(outcome.failure()).contains("refused");
    assertThat(outcome.all()).isZero();
  }

  @Test
  void oneFailureOfAThreadMakesTheWholeRunFail() throws Exception {
    Outcome outcome =
        Slots.blocking(
            Order.of(Order.Kind.CYCLE, 4, LONG),
            (slot, n) -> {
              if (n == 50) {
                throw new IllegalStateException("refused");
              }
            });

    assertThat(outcome.failure()).contains("refused");
  }

  @Test
  void aCallThatThrowsIsAFailureToo() throws Exception {
    Outcome outcome =
        Slots.asynchronously(
            Order.of(Order.Kind.CYCLE, 2, LONG),
            (slot, n) -> {
              throw new IllegalStateException("closed");
            });

    assertThat(outcome.failure()).contains("closed");
  }
}
