package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads before one guard. */
class GuardThreadsTest {

  private static final Resource RESOURCE = new Resource("s", "/a");
  private static final int THREADS = 4;
  private static final int ACTS = 20_000;

  /** A caller that knows, before it asks, that a newer token has passed must be refused. */
  @Test
  @Timeout(180)
  void noOlderTokenPassesAfterANewerOneDid() throws Exception {
    Guard guard = Guard.lenient(new BoundedMemory()).byTokenAlone();
    AtomicLong newestPassed = new AtomicLong();
    AtomicLong nextToken = new AtomicLong();
    CyclicBarrier start = new CyclicBarrier(THREADS);
    Callable<Long> worker =
        () -> {
          start.await();
          long refused = 0;
          for (int i = 0; i < ACTS; i++) {
            long token = nextToken.incrementAndGet();
            long passedBefore = newestPassed.get();
            boolean passed =
                guard.check(RESOURCE, Act.of("lease-" + token, 0, FencePath.of(token))).isAllowed();
            if (passed) {
              assertThat(token).isGreaterThanOrEqualTo(passedBefore);
              newestPassed.accumulateAndGet(token, Math::max);
            } else {
              refused++;
            }
          }
          return refused;
        };

    List<Long> refusals = runEverywhere(worker);

    assertThat(newestPassed).hasValue((long) THREADS * ACTS);
    assertThat(refusals).hasSize(THREADS);
    assertThat(guard.standing(RESOURCE).fencePath()).isEqualTo(FencePath.of(newestPassed.get()));
  }

  @Test
  @Timeout(180)
  void noOlderEpochPassesALenientCheckAfterANewerOneDid() throws Exception {
    Guard guard = Guard.lenient(new BoundedMemory()).byTokenAlone();
    AtomicLong newestPassed = new AtomicLong(-1);
    AtomicLong nextEpoch = new AtomicLong();
    Callable<Long> worker =
        () -> {
          for (int i = 0; i < ACTS; i++) {
            long epoch = nextEpoch.getAndIncrement();
            long passedBefore = newestPassed.get();
            if (guard.check(RESOURCE, Act.of("lease-1", epoch, FencePath.of(1L))).isAllowed()) {
              assertThat(epoch).isGreaterThanOrEqualTo(passedBefore);
              newestPassed.accumulateAndGet(epoch, Math::max);
            }
          }
          return 0L;
        };

    runEverywhere(worker);

    assertThat(newestPassed).hasValue((long) THREADS * ACTS - 1);
  }

  private static List<Long> runEverywhere(Callable<Long> worker) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (GuardLog unused = new GuardLog()) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(worker));
      }
      List<Long> results = new ArrayList<>();
      for (Future<Long> result : running) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
