package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TablesRig;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.tables.query.PastPage;
import java.nio.file.Path;
import java.time.Duration;
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

  /** A block that claims to have so many bytes. */
  private Block block(int number, int bytes) throws Exception {
    String id = "l" + number;
    rig.execute(RandomTraffic.ADMIN, Acquires.ofAnn(id, "/f" + number, ""));
    rig.execute(RandomTraffic.ADMIN, new LeaseCommand.Revoke(id, "test", 0, ""));
    Block block = rig.append();
    return new Block(
        block.number(),
        block.firstPosition(),
        block.lastPosition(),
        block.tick(),
        block.wallNanos(),
        bytes,
        block.previousHash(),
        block.hash(),
        block.events(),
        block.signatures());
  }

  /** Blocks have two events each. */
  private boolean isHeldBack(Thread thread) {
    return rig.feed().lagEvents() >= 2 * 7 && thread.getState() == Thread.State.WAITING;
  }

  @Test
  void whoBringsBlocksWaitsWhenTheLagIsAtItsBound() throws Exception {
    holdWrites();
    AtomicInteger taken = new AtomicInteger();
    int bytes = (int) (TableFeed.MAX_LAG_BYTES / 8);
    FutureTask<Void> bringing =
        new FutureTask<>(
            () -> {
              for (int i = 10; i < 40; i++) {
                rig.feed().onDurableBlock(block(i, bytes));
                taken.incrementAndGet();
              }
              return null;
            });
    Thread thread = Thread.ofPlatform().daemon().start(bringing);
    await().until(() -> isHeldBack(thread));
    assertThat(rig.feed().takesAtOnce()).isFalse();
    assertThat(taken.get()).isBetween(7, 9);
    assertThat(rig.feed().fedPosition()).isZero();
    release.countDown();
    bringing.get();
    rig.feed().await();
    assertThat(rig.feed().takesAtOnce()).isTrue();
    assertThat(rig.query("SELECT count(*) FROM leases")).containsExactly("30");
  }

  @Test
  void whoReadsThePastOccupiesNoReaderWhileTheFeedIsBehind() throws Exception {
    Archive archive = rig.archive();
    holdWrites();
    rig.feed().onDurableBlock(block(10, 0));
    LeaseQuery.ListLeases list =
        new LeaseQuery.ListLeases("", "", null, "", "", List.of(LeaseState.ACTIVE), "", 10, 0);
    long now = TablesRig.wallNanos(rig.tick);
    List<CompletableFuture<PastPage>> pages = new ArrayList<>();
    for (int i = 0; i < 2 * TableFile.MAX_READERS; i++) {
      pages.add(archive.leasesAt(RandomTraffic.ADMIN, list, now));
    }
    CompletableFuture.runAsync(() -> {}, rig.readers()).get(60, TimeUnit.SECONDS);
    assertThat(pages).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (CompletableFuture<PastPage> page : pages) {
      assertThat(page.get(60, TimeUnit.SECONDS)).isNotNull();
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
    rig.feed().onDurableBlock(block(10, 0));
    assertThat(rig.failure.get()).hasMessageContaining("moments");
    Block next = block(11, 0);
    assertThatIllegalStateException().isThrownBy(() -> rig.feed().onDurableBlock(next));
    assertThatIllegalStateException().isThrownBy(() -> rig.feed().await());
  }

  private void leaveRoomFor(int pages) throws Exception {
    rig.file()
        .write(
            connection -> {
              try (var statement = connection.createStatement()) {
                // Migrations leave free pages behind.
                statement.execute(
                    "CREATE TABLE filling AS SELECT zeroblob(page_size * freelist_count)"
                        + " FROM pragma_page_size, pragma_freelist_count");
                return statement.execute("PRAGMA max_page_count = " + pages);
              }
            });
  }

  @Test
  void whileThereIsNoRoomItCanBeClosedAndTheRestIsFedAtTheNextStart() throws Exception {
    leaveRoomFor(1);
    int bytes = (int) (TableFeed.MAX_LAG_BYTES / 8);
    List<Block> blocks = new ArrayList<>();
    for (int i = 10; i < 70; i++) {
      blocks.add(block(i, bytes));
    }
    FutureTask<Void> bringing =
        new FutureTask<>(() -> blocks.forEach(rig.feed()::onDurableBlock), null);
    Thread thread = Thread.ofPlatform().daemon().start(bringing);
    await().until(() -> isHeldBack(thread));
    rig.tables.stopHoldingBack();
    bringing.get(60, TimeUnit.SECONDS);
    CompletableFuture<?> reading = rig.feed().caughtUp();
    CompletableFuture.runAsync(rig.feed()::close).get(60, TimeUnit.SECONDS);
    assertThat(reading).isCompletedExceptionally();
    assertThat(rig.failure).isNotDone();
    rig.close();
    rig = new TablesRig(rig.path, rig.journal.reopen());
    rig.awaitFed();
    assertThat(rig.query("SELECT count(*) FROM leases")).containsExactly("60");
  }

  @Test
  void aReaderThatWaitsTooLongIsTold() {
    assertThat(WaitingReaders.within(1, new CompletableFuture<>()))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(TablesBehindException.class);
  }

  @Test
  void aReaderIsToldWhyTheFeedFailed() {
    CompletableFuture<Void> failed = new CompletableFuture<>();
    CompletableFuture<Void> waiting = WaitingReaders.within(Long.MAX_VALUE, failed);
    failed.completeExceptionally(new IllegalStateException("broken"));
    assertThat(waiting)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(IllegalStateException.class);
  }
}
