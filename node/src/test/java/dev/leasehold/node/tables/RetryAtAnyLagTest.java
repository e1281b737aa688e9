package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.Node;
import dev.leasehold.node.RecoveredNode;
import dev.leasehold.node.Wiring;
import dev.leasehold.node.sequence.DurableBlock;
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
import java.util.stream.Stream;
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
    open(directory.resolve("data"));
  }

  private void open(Path data) throws Exception {
    recovered = Wiring.recover(data, time, Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {});
    node = Wiring.start(recovered, List.of(this::notePruned), WorkMeter.NONE);
  }

  @AfterEach
  void close() throws Exception {
    release.countDown();
    node.close();
  }

  private void notePruned(DurableBlock block) {
    for (Event event : block.events()) {
      if (event instanceof AdminEvent.Pruned step) {
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
    lease(ANN, new LeaseCommand.Release("a", "", 0, "r2"));
  }

  private void assertHasNoSecondEffect() throws Exception {
    Lease retried = lease(ANN, Acquires.ofAnn("again", "/a", "r1"));
    assertThat(retried.id()).isEqualTo("a");
    assertThat(retried.state()).isEqualTo(LeaseState.RELEASED);
    assertThat(lease(ANN, new LeaseCommand.Release("a", "", 0, "r2")).id()).isEqualTo("a");
    assertThat(submit(ANN, Acquires.ofAnn("other", "/b", "r1"))).isInstanceOf(Reply.Refused.class);
    assertThat(submit(ANN, Acquires.ofAnnAs("a", "/c"))).isInstanceOf(Reply.Refused.class);
    assertThat(submit(ANN, new LeaseQuery.GetLease("again"))).isInstanceOf(Reply.Refused.class);
  }

  /** Lets the kernel forget all that has ended, when the tables have it. */
  private void forget() throws Exception {
    node.awaitTables();
    forgetUnfed();
  }

  /** Lets the kernel forget all that has ended. */
  private void forgetUnfed() throws Exception {
    int before = pruned.get();
    time.advance(2 * Limits.MINUTE);
    await()
        .until(
            () -> {
              time.advance(Limits.SECOND);
              submit(BOB, new AdminCommand.ListPolicies());
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
                    .file
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
  void theTablesHaveNothingOfItAndTheKernelRemembersIt() throws Exception {
    holdFeed();
    makeAndEnd();
    assertHasNoSecondEffect();
    release.countDown();
    forget();
    assertHasNoSecondEffect();
  }

  @Test
  void theTablesHaveNothingOfItAndTheKernelHasForgottenIt() throws Exception {
    holdFeed();
    makeAndEnd();
    forgetUnfed();
    assertThat(submit(BOB, new LeaseCommand.Release("a", "", 0, "")))
        .isInstanceOf(Reply.Refused.class);
    assertThat(lease(Caller.SERVER, new LeaseQuery.GetLease("a")).state())
        .isEqualTo(LeaseState.RELEASED);
    assertHasNoSecondEffect();
    release.countDown();
    node.awaitTables();
    assertHasNoSecondEffect();
  }

  @Test
  void theTablesHaveItsBeginningAndTheKernelHasForgottenItsEnd() throws Exception {
    lease(ANN, Acquires.ofAnn("a", "/a", "r1"));
    node.awaitTables();
    holdFeed();
    lease(ANN, new LeaseCommand.Release("a", "", 0, "r2"));
    forgetUnfed();
    assertHasNoSecondEffect();
    release.countDown();
    node.awaitTables();
    assertHasNoSecondEffect();
  }

  @Test
  void afterAKillWithTablesThatHaveNothingOfIt() throws Exception {
    holdFeed();
    makeAndEnd();
    forgetUnfed();
    startOnACopy();
    assertHasNoSecondEffect();
  }

  @Test
  void afterAKillWithTablesThatHaveNothingOfATransfer() throws Exception {
    holdFeed();
    lease(ANN, Acquires.ofAnn("first", "/a", ""));
    lease(ANN, new LeaseCommand.Transfer("first", "a", "ann", "", "r1"));
    lease(ANN, new LeaseCommand.Release("a", "", 0, "r2"));
    forgetUnfed();
    startOnACopy();
    assertThat(submit(ANN, Acquires.ofAnn("again", "/a", "r1"))).isInstanceOf(Reply.Refused.class);
  }

  /** Goes on with the files as they are now, as after a kill. */
  private void startOnACopy() throws Exception {
    Path copy = Files.createDirectory(directory.resolve("copy"));
    try (Stream<Path> files = Files.list(directory.resolve("data"))) {
      for (Path file : files.toList()) {
        if (!file.endsWith("lock")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    release.countDown();
    node.close();
    open(copy);
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
