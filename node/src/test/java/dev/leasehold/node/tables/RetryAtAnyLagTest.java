package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.Node;
import dev.leasehold.node.RecoveredNode;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retry has no second effect, however far the tables are behind and whatever became of them. */
class RetryAtAnyLagTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final Caller BOB = RandomTraffic.agent("bob");

  @TempDir Path directory;
  private final MovedTime time = new MovedTime();
  private final AtomicInteger pruned = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);
  private RecoveredNode recovered;
  private Node node;

  @BeforeEach
  void open() throws Exception {
    recovered =
        RecoveredNode.open(
            directory.resolve("data"), time, Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {});
    node = recovered.start(List.of(this::notePruned), WorkMeter.NONE);
  }

  @AfterEach
  void close() throws Exception {
    release.countDown();
    node.close();
  }

  private void notePruned(Durable block) {
    for (Event event : block.events()) {
      if (event instanceof Event.Pruned step) {
        pruned.addAndGet(step.leases());
      }
    }
  }

  private Reply submit(Caller caller, Command command) throws Exception {
    return node.sequencer().submit(caller, command).get(60, TimeUnit.SECONDS).reply();
  }

  private Lease lease(Caller caller, Command command) throws Exception {
    Reply reply = submit(caller, command);
    assertThat(reply).isInstanceOf(Reply.OfLease.class);
    return ((Reply.OfLease) reply).lease();
  }

  private void makeAndEnd() throws Exception {
    assertThat(lease(ANN, Acquires.ofAnn("a", "/a", "r1")).id()).isEqualTo("a");
    lease(ANN, new Command.Release("a", "", 0, "r2"));
  }

  private void assertHasNoSecondEffect() throws Exception {
    Lease retried = lease(ANN, Acquires.ofAnn("again", "/a", "r1"));
    assertThat(retried.id()).isEqualTo("a");
    assertThat(retried.state()).isEqualTo(LeaseState.RELEASED);
    assertThat(lease(ANN, new Command.Release("a", "", 0, "r2")).id()).isEqualTo("a");
    assertThat(submit(ANN, Acquires.ofAnn("other", "/b", "r1"))).isInstanceOf(Reply.Refused.class);
    assertThat(submit(ANN, Acquires.ofAnnAs("a", "/c"))).isInstanceOf(Reply.Refused.class);
    assertThat(submit(ANN, new Command.GetLease("again"))).isInstanceOf(Reply.Refused.class);
  }

  /** Lets the kernel forget all that has ended. */
  private void forget() throws Exception {
    int before = pruned.get();
    node.awaitTables();
    time.advance(2 * Limits.MINUTE);
    await()
        .until(
            () -> {
              time.advance(Limits.SECOND);
              submit(BOB, new Command.ListPolicies());
              return pruned.get() > before;
            });
  }

  /** Keeps the feed from writing until the latch opens. */
  private void holdFeed() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    FutureTask<Boolean> holding =
        new FutureTask<>(
            () ->
                recovered
                    .tables()
                    .file()
                    .write(
                        connection -> {
                          held.countDown();
                          try {
                            return release.await(60, TimeUnit.SECONDS);
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                            return false;
                          }
                        }));
    Thread.ofPlatform().daemon().start(holding);
    held.await();
  }

  @Test
  void theTablesHaveNothingOfIt() throws Exception {
    holdFeed();
    makeAndEnd();
    for (int minute = 0; minute < 5; minute++) {
      time.advance(Limits.MINUTE);
      submit(BOB, new Command.ListPolicies());
    }
    assertHasNoSecondEffect();
    release.countDown();
    forget();
    assertHasNoSecondEffect();
  }

  @Test
  void theKernelHasForgottenItAndTheTablesAreBehindWithWhatCameLater() throws Exception {
    makeAndEnd();
    forget();
    holdFeed();
    submit(BOB, Acquires.file("b", "/later", "bob", 0));
    assertHasNoSecondEffect();
  }

  @Test
  void afterARestart() throws Exception {
    makeAndEnd();
    forget();
    node.close();
    open();
    assertHasNoSecondEffect();
  }

  @Test
  void afterTheTablesWereDeleted() throws Exception {
    makeAndEnd();
    forget();
    node.close();
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(directory.resolve("data/leasehold.db" + suffix));
    }
    open();
    assertHasNoSecondEffect();
  }

  @Test
  void afterTheTablesLostTheirLastTransactions() throws Exception {
    submit(BOB, Acquires.file("b", "/before", "bob", 0));
    node.close();
    Path tables = directory.resolve("data/leasehold.db");
    Path before = Files.copy(tables, directory.resolve("before.db"));
    open();
    makeAndEnd();
    forget();
    node.close();
    Files.copy(before, tables, StandardCopyOption.REPLACE_EXISTING);
    open();
    assertHasNoSecondEffect();
  }
}
