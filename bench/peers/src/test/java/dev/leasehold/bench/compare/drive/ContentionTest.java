package dev.leasehold.bench.compare.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.bench.compare.client.ContendedLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ContentionTest {

  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static ContendedLock lock(Semaphore turns) {
    return new ContendedLock() {
      @Override
      public void lock(int contender) throws Exception {
        turns.acquire();
      }

      @Override
      public void unlock(int contender) {
        turns.release();
      }
    };
  }

  @Test
  void handOversAreCounted() throws Exception {
    AtomicLong nanos = new AtomicLong(1);

    Outcome outcome =
        Contention.run(
            Order.of(Order.Kind.CONTEND, 4, 1),
            lock(new Semaphore(1, true)),
            () -> nanos.addAndGet(HOLD_NANOS),
            nanos::get);

    assertThat(outcome.failure()).isNull();
    // Those who wait when time is up hold it once more, and the first had it from nobody.
    assertThat(outcome.all()).isBetween(9L, 9L + 3);
  }

  @Test
  void aLockThatLetsTwoInFails() throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CompletableFuture<Thread> second = new CompletableFuture<>();
    ContendedLock open =
        new ContendedLock() {
          @Override
          public void lock(int contender) throws Exception {
            if (contender == 1) {
              isHeld.await();
              second.complete(Thread.currentThread());
            }
          }

          @Override
          public void unlock(int contender) {}
        };

    Outcome outcome =
        Contention.run(
            Order.of(Order.Kind.CONTEND, 2, 60),
            open,
            () -> {
              isHeld.countDown();
              awaitEnd(second.join());
            },
            System::nanoTime);

    assertThat(outcome.failure()).contains("two hold the same resource");
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
