package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Command;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TablesRig;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.tables.query.HistoryPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedLagTest {

  @TempDir Path directory;
  private TablesRig rig;
  private final CountDownLatch release = new CountDownLatch(1);

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
  }

  @AfterEach
  void close() throws Exception {
    release.countDown();
    rig.close();
  }

  /** Keeps the feed from writing until the latch opens. */
  private void holdWrites() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    FutureTask<Integer> holding =
        new FutureTask<>(
            () ->
                rig.file()
                    .write(
                        connection -> {
                          held.countDown();
                          awaitRelease();
                          return 0;
                        }));
    Thread.ofPlatform().daemon().start(holding);
    held.await();
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Durable block(int number, int bytes) throws Exception {
    String id = "l" + number;
    rig.execute(RandomTraffic.ADMIN, Acquires.ofAnn(id, "/f" + number, ""));
    rig.execute(RandomTraffic.ADMIN, new Command.Revoke(id, "test", 0, ""));
    Durable block = rig.append();
    return new Durable(block.facts(), block.tick(), block.wallNanos(), bytes);
  }

  @Test
  void whoBringsBlocksWaitsWhenTheLagIsAtItsBound() throws Exception {
    holdWrites();
    AtomicInteger taken = new AtomicInteger();
    int bytes = (int) (Feed.MAX_LAG_BYTES / 8);
    FutureTask<Void> bringing =
        new FutureTask<>(
            () -> {
              for (int i = 10; i < 40; i++) {
                rig.tables.feed().onDurable(block(i, bytes));
                taken.incrementAndGet();
              }
              return null;
            });
    Thread thread = Thread.ofPlatform().daemon().start(bringing);
    await().until(() -> thread.getState() == Thread.State.WAITING);
    assertThat(taken.get()).isBetween(7, 9);
    assertThat(rig.tables.feed().fedPosition()).isZero();
    release.countDown();
    bringing.get();
    rig.tables.feed().await();
    assertThat(rig.query("SELECT count(*) FROM leases")).containsExactly("30");
  }

  @Test
  void whoReadsHistoryOccupiesNoReaderWhileTheFeedIsBehind() throws Exception {
    Archive archive = rig.tables.archive();
    holdWrites();
    rig.tables.feed().onDurable(block(10, 0));
    List<CompletableFuture<Archive.Found<HistoryPage>>> histories = new ArrayList<>();
    for (int i = 0; i < 2 * TableFile.MAX_READERS; i++) {
      histories.add(archive.history(RandomTraffic.ADMIN, "l10", 10, 0));
    }
    CompletableFuture.runAsync(() -> {}, rig.readers()).get(10, TimeUnit.SECONDS);
    assertThat(histories).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (CompletableFuture<Archive.Found<HistoryPage>> history : histories) {
      assertThat(history.get(10, TimeUnit.SECONDS)).isInstanceOf(Archive.Found.Answer.class);
    }
  }

  @Test
  void aFeedThatCannotWriteSaysSoAndTakesNoMore() throws Exception {
    rig.file()
        .write(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.executeUpdate("DROP TABLE moments");
              }
            });
    rig.tables.feed().onDurable(block(10, 0));
    assertThat(rig.failure.get()).hasMessageContaining("moments");
    Durable next = block(11, 0);
    assertThatIllegalStateException().isThrownBy(() -> rig.tables.feed().onDurable(next));
    assertThatIllegalStateException().isThrownBy(() -> rig.tables.feed().await());
  }

  private void leaveRoomFor(int pages) throws Exception {
    rig.file()
        .write(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute("PRAGMA max_page_count = " + pages);
              }
            });
  }

  @Test
  void whileThereIsNoRoomItCanBeClosedAndTheRestIsFedAtTheNextStart() throws Exception {
    leaveRoomFor(1);
    int bytes = (int) (Feed.MAX_LAG_BYTES / 8);
    List<Durable> blocks = new ArrayList<>();
    for (int i = 10; i < 40; i++) {
      blocks.add(block(i, bytes));
    }
    FutureTask<Void> bringing =
        new FutureTask<>(() -> blocks.forEach(rig.tables.feed()::onDurable), null);
    Thread thread = Thread.ofPlatform().daemon().start(bringing);
    await().until(() -> thread.getState() == Thread.State.WAITING);
    CompletableFuture<?> reading = rig.tables.feed().caughtUp();
    rig.tables.stopHoldingBack();
    bringing.get(10, TimeUnit.SECONDS);
    CompletableFuture.runAsync(rig.tables.feed()::close).get(10, TimeUnit.SECONDS);
    assertThat(reading).isCompletedExceptionally();
    assertThat(rig.failure).isNotDone();
    rig.close();
    rig = new TablesRig(rig.path, rig.journal.reopen());
    rig.awaitFed();
    assertThat(rig.query("SELECT count(*) FROM leases")).containsExactly("30");
  }
}
