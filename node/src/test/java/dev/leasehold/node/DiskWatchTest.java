package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.files.DiskSpace;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The disk is looked at while nobody writes. */
class DiskWatchTest {

  private final MemoryJournal journal = new MemoryJournal();
  private final AtomicLong usableBytes = new AtomicLong(DiskSpace.RESERVE_BYTES);
  private final AtomicInteger looks = new AtomicInteger();
  private final DiskSpace room =
      new DiskSpace(
          () -> {
            looks.incrementAndGet();
            return usableBytes.get();
          });

  /** Closing the watch waits for its thread, and the one that is told of a loss may close it. */
  @Test
  void aJournalThatIsLostIsToldOnceToSomebodyWhoMayCloseTheWatch() throws Exception {
    CompletableFuture<DiskWatch> watch = new CompletableFuture<>();
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    AtomicInteger times = new AtomicInteger();
    IOException lost = new IOException("planted");
    journal.lose(lost);

    watch.complete(
        new DiskWatch(
            journal,
            room,
            failure -> {
              times.incrementAndGet();
              watch.join().close();
              told.complete(failure);
            }));

    assertThat(told.get(60, TimeUnit.SECONDS)).isSameAs(lost);
    assertThat(times).hasValue(1);
  }

  @Test
  void aDiskThatFillsUpIsNoticed() {
    try (DiskWatch watch = new DiskWatch(journal, room, failure -> {})) {
      await().until(() -> looks.get() > 1);
      usableBytes.set(DiskSpace.RESERVE_BYTES - 1);
      int before = looks.get();
      await().until(() -> looks.get() > before);
      assertThat(room.isShort()).isTrue();
    }
  }

  @Test
  void aWatchThatIsClosedLooksNoMore() {
    DiskWatch watch = new DiskWatch(journal, room, failure -> {});
    await().until(() -> looks.get() > 1);
    watch.close();
    journal.lose(new IOException("planted"));
    int before = looks.get();
    watch.close();
    assertThat(looks).hasValue(before);
  }
}
