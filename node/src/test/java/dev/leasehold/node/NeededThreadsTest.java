package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The watch over threads that a server needs. */
class NeededThreadsTest {

  private static Thread dead() throws InterruptedException {
    Thread thread = Thread.ofPlatform().start(() -> {});
    thread.join();
    return thread;
  }

  @Test
  void whoeverIsToldMayCloseTheWatchAndGoOn() throws Exception {
    CompletableFuture<NeededThreads> watch = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

    watch.complete(
        NeededThreads.watch(
            List.of(dead()),
            () -> true,
            cause -> {
              watch.join().close();
              interrupted.complete(Thread.currentThread().isInterrupted());
            }));

    assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void whoeverHasNoMemoryIsToldAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    NeededThreads watch =
        NeededThreads.watch(
            List.of(dead()),
            () -> true,
            cause -> {
              if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("planted");
              }
              told.complete(cause);
            });
    try (watch) {
      assertThat(told.get(60, TimeUnit.SECONDS)).hasMessageContaining("has ended and is needed");
    }
  }
}
