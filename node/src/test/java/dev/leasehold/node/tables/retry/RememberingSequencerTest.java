package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.ForgettingSequencer;
import dev.leasehold.node.sequence.Lookup;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TablesRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers about leases that the kernel has forgotten, and the order in which commands arrive. */
class RememberingSequencerTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final Caller BOB = RandomTraffic.agent("bob");

  @TempDir Path directory;
  private TablesRig rig;
  private RememberingSequencer memory;
  private final List<Command> arrived = new ArrayList<>();
  private volatile long forgottenPosition;
  private final CountDownLatch release = new CountDownLatch(1);

  /** Decides at once, in the order in which commands arrive. */
  private final class AtOnce implements ForgettingSequencer {
    @Override
    public CompletableFuture<Outcome> submit(Caller caller, Command command) {
      synchronized (arrived) {
        arrived.add(command);
        return CompletableFuture.completedFuture(rig.execute(caller, command));
      }
    }

    @Override
    public CompletableFuture<Outcome> submit(Caller caller, Command command, Lookup lookup) {
      return lookup.position() >= forgottenPosition
          ? submit(caller, command)
          : lookup.again().thenCompose(decided -> submit(caller, decided));
    }

    @Override
    public void together(Runnable task) {
      task.run();
    }

    @Override
    public void addDurableListener(DurableListener listener) {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
    memory = rig.tables.remembering(new AtOnce());
  }

  @AfterEach
  void close() throws Exception {
    release.countDown();
    rig.close();
  }

  private static Outcome get(CompletableFuture<Outcome> outcome) throws Exception {
    return outcome.get(60, TimeUnit.SECONDS);
  }

  private static Lease lease(Outcome outcome) {
    assertThat(outcome.reply()).isInstanceOf(Reply.OfLease.class);
    return ((Reply.OfLease) outcome.reply()).lease();
  }

  /** Keeps all look-ups waiting until the latch opens. */
  private void holdReaders() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(TableFile.MAX_READERS);
    for (int i = 0; i < TableFile.MAX_READERS; i++) {
      rig.readers()
          .execute(
              () -> {
                held.countDown();
                try {
                  release.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
    }
    held.await();
  }

  @Test
  void nothingOfACallerOvertakesItsAcquireThatIsBeingLookedUp() throws Exception {
    holdReaders();
    Command acquire = Acquires.ofAnnAs("a", "/a");
    Command free = new Command.Release("a", "", 0, "");
    Command again = Acquires.ofAnnAs("b", "/a");
    Command others = new Command.GetLease("z");
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    memory.together(
        () -> {
          outcomes.add(memory.submit(ANN, acquire));
          outcomes.add(memory.submit(ANN, free));
          outcomes.add(memory.submit(ANN, again));
        });
    memory.submit(BOB, others);
    assertThat(arrived).containsExactly(others);
    release.countDown();
    assertThat(lease(get(outcomes.get(0))).state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(lease(get(outcomes.get(1))).state()).isEqualTo(LeaseState.RELEASED);
    assertThat(lease(get(outcomes.get(2))).state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(arrived).containsExactly(others, acquire, free, again);
  }

  @Test
  void whatWasSubmittedTogetherBeforeALookUpArrivesBeforeIt() throws Exception {
    Command first = new Command.GetLease("z");
    Command acquire = Acquires.ofAnnAs("a", "/a");
    CompletableFuture<CompletableFuture<Outcome>> acquired = new CompletableFuture<>();
    memory.together(
        () -> {
          acquired.complete(memory.submit(ANN, acquire));
          // The look-up has begun by then, and is mostly done.
          CompletableFuture.runAsync(() -> {}, rig.readers()).join();
          memory.submit(BOB, first);
          assertThat(arrived).containsExactly(first);
        });
    get(acquired.join());
    assertThat(arrived).containsExactly(first, acquire);
  }

  @Test
  void aRequestThatIsCertainlyNewIsNotLookedUp() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", "r1"));
    rig.awaitFed();
    holdReaders();
    assertThat(memory.submit(ANN, Acquires.ofAnn("b", "/b", "r2"))).isCompleted();
    assertThat(memory.submit(BOB, Acquires.ofAnn("c", "/c", "r1"))).isCompleted();
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("d", "/a", "r1"));
    assertThat(retried).isNotCompleted();
    release.countDown();
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  @Test
  void ofManyThatAreLookedUpTogetherEachIsToldItsOwn() throws Exception {
    int count = RequestLookups.MAX_TOGETHER + 50;
    for (int i = 0; i < count; i++) {
      rig.execute(ANN, Acquires.ofAnn("many-" + i, "/p" + i, "r" + i));
      rig.execute(ANN, new Command.Release("many-" + i, "", 0, ""));
    }
    rig.tick += Limits.DAY;
    rig.execute(RandomTraffic.ADMIN, new Command.Prune(rig.tick, count));
    rig.awaitFed();
    holdReaders();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outcomes.add(memory.submit(ANN, Acquires.ofAnn("many-" + i, "/p" + i, "r" + i)));
    }
    outcomes.add(memory.submit(ANN, Acquires.ofAnn("new", "/new", "new")));
    assertThat(outcomes).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (int i = 0; i < count; i++) {
      Lease lease = lease(get(outcomes.get(i)));
      assertThat(lease.id()).isEqualTo("many-" + i);
      assertThat(lease.state()).isEqualTo(LeaseState.RELEASED);
    }
    assertThat(lease(get(outcomes.get(count))).state()).isEqualTo(LeaseState.ACTIVE);
  }

  /** Made, ended and forgotten while a retry of it waits to be looked up. */
  private void makeAndForget(String id) throws Exception {
    rig.execute(ANN, Acquires.ofAnn(id, "/a", "r1"));
    rig.execute(ANN, new Command.Release(id, "", 0, ""));
    forget(id);
  }

  @Test
  void whoWaitsForItsTurnIsNotTakenForNewBecauseItWasNewWhenItCame() throws Exception {
    holdReaders();
    CompletableFuture<Outcome> before = memory.submit(ANN, Acquires.ofAnnAs("x", "/x"));
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("retried", "/a", "r1"));
    makeAndForget("a");
    release.countDown();
    get(before);
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  @Test
  void whereToLookIsAskedWhenItIsLookedUp() throws Exception {
    long elsewhere = 9L << RequestFilters.PART_SHIFT;
    rig.requests().add(elsewhere, "ann", "r1");
    holdReaders();
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("retried", "/a", "r1"));
    makeAndForget("a");
    release.countDown();
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  private void forget(String id) throws Exception {
    rig.tick += Limits.DAY;
    rig.awaitFed();
    forgottenPosition = rig.kernel.lastPosition();
    rig.execute(RandomTraffic.ADMIN, new Command.Prune(rig.tick, 100));
    rig.awaitFed();
    Outcome read = rig.execute(ANN, new Command.GetLease(id));
    assertThat(read.reply()).isEqualTo(new Reply.Refused(new Refusal.NoSuchLease(id)));
  }

  @Test
  void anEndIsRememberedByItsRequestWithoutHistory() throws Exception {
    rig.execute(RandomTraffic.ADMIN, new Command.SetConfig("keep_history", "false"));
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    Command free = new Command.Release("a", "COMPLETED", 0, "r1");
    Lease freed = lease(rig.execute(ANN, free));
    forget("a");
    assertThat(lease(get(memory.submit(ANN, free)))).isEqualTo(freed);
    Command other = new Command.Release("a", "ABORTED", 0, "r1");
    assertThat(get(memory.submit(ANN, other)).reply()).isInstanceOf(Reply.Refused.class);
    assertThat(get(memory.submit(BOB, free)).reply()).isInstanceOf(Reply.Refused.class);
    Command later = new Command.Release("a", "COMPLETED", 0, "r2");
    assertThat(get(memory.submit(ANN, later)).reply())
        .isEqualTo(new Reply.Refused(new Refusal.AlreadyTerminal(freed, Long.MAX_VALUE, true)));
  }

  @Test
  void aForgottenIdIsNotTakenForAnotherLease() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    rig.execute(ANN, new Command.Release("a", "", 0, ""));
    forget("a");
    assertThat(get(memory.submit(ANN, Acquires.ofAnnAs("a", "/b"))).reply())
        .isEqualTo(new Reply.Refused(new Refusal.LeaseAlreadyExists("a")));
    Caller elsewhere = new Caller("ann", Role.AGENT, List.of("elsewhere"));
    for (String id : List.of("a", "never-used")) {
      Reply reply = get(memory.submit(elsewhere, Acquires.ofAnnAs(id, "/b"))).reply();
      assertThat(((Reply.Refused) reply).refusal()).isInstanceOf(Refusal.Forbidden.class);
    }
    assertThat(lease(get(memory.submit(ANN, Acquires.ofAnnAs("b", "/b")))).id()).isEqualTo("b");
  }

  @Test
  void anIdThatCameTwiceAllTheSameStopsNothingAndMeansTheLast() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    rig.execute(ANN, new Command.Release("a", "", 0, ""));
    forget("a");
    rig.execute(ANN, Acquires.ofAnnAs("a", "/b"));
    rig.execute(ANN, new Command.Release("a", "", 0, ""));
    forget("a");
    Lease last = lease(get(memory.submit(ANN, new Command.GetLease("a"))));
    assertThat(last.scope()).isEqualTo(Scope.ofCanonical(List.of("/b")));
  }

  @Test
  void aTransferIsRememberedByItsRequestWithoutHistory() throws Exception {
    rig.execute(RandomTraffic.ADMIN, new Command.SetConfig("keep_history", "false"));
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    Command transfer = new Command.Transfer("a", "b", "bob", "", "r1");
    Lease successor = lease(rig.execute(ANN, transfer));
    assertThat(successor.id()).isEqualTo("b");
    forget("a");
    assertThat(lease(get(memory.submit(ANN, transfer))).id()).isEqualTo("b");
  }
}
