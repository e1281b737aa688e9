package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.sequence.SequencerAtOnce;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TablesRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers about leases that the kernel has forgotten. */
class HistoryBackedSequencerTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final Caller BOB = RandomTraffic.agent("bob");

  @TempDir Path directory;
  private TablesRig rig;
  private HistoryBackedSequencer memory;
  private final CountDownLatch release = new CountDownLatch(1);

  /**
   * Decides in the order in which commands arrive, those that may be known when they are looked up.
   */
  private final class AtOnce extends SequencerAtOnce {
    @Override
    public CompletableFuture<Outcome> submit(Caller caller, Command command) {
      ForgottenLeases forgotten = rig.tables;
      return forgotten.mayKnow(caller, command)
          ? forgotten.lookUp(caller, command).thenApply(made -> decide(caller, command, made))
          : CompletableFuture.completedFuture(decide(caller, command, null));
    }

    private synchronized Outcome decide(Caller caller, Command command, @Nullable Reply made) {
      if (made == null) {
        return rig.execute(caller, command);
      }
      Outcome turn = rig.execute(caller, new NodeCommand.TakeTurn());
      return new Outcome(turn.stamp(), turn.facts(), made);
    }
  }

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
    memory = rig.withHistory(new AtOnce());
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
  void aRequestThatIsCertainlyNewIsNotLookedUp() throws Exception {
    makeAndForget("a");
    holdReaders();
    assertThat(memory.submit(ANN, Acquires.ofAnn("b", "/b", "r2"))).isCompleted();
    assertThat(memory.submit(BOB, Acquires.ofAnn("c", "/c", "r1"))).isCompleted();
    assertThat(memory.submit(ANN, Acquires.ofAnnAs("d", "/d"))).isCompleted();
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("e", "/a", "r1"));
    assertThat(retried).isNotCompleted();
    release.countDown();
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  @Test
  void aRequestThatTheKernelRemembersIsNotLookedUp() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", "r1"));
    rig.awaitFed();
    holdReaders();
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("b", "/a", "r1"));
    assertThat(retried).isCompleted();
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  @Test
  void aRequestIdIsAnotherOneInAnotherSpace() throws Exception {
    makeAndForget("a");
    LeaseCommand.Acquire there = Acquires.ofAnn("b", "/a", "r1");
    assertThat(rig.tables.mayKnow(ANN, there)).isTrue();
    assertThat(rig.tables.mayKnow(ANN, Acquires.in("elsewhere", there))).isFalse();
  }

  @Test
  void aDerivationFromAForgottenLeaseIsToldWhatItHasMade() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("parent", "/a", ""));
    rig.execute(ANN, derive("child", "r1"));
    rig.execute(ANN, new LeaseCommand.Release("parent", "", 0, ""));
    forget("parent");
    assertThat(lease(get(memory.submit(ANN, derive("again", "r1")))).id()).isEqualTo("child");
    assertThat(get(memory.submit(ANN, derive("new", "r2"))).reply())
        .isInstanceOf(Reply.Refused.class);
  }

  private static Command derive(String id, String requestId) {
    return new LeaseCommand.Derive(
        "parent", id, "ann", "", null, null, null, Amounts.NONE, 0, requestId);
  }

  @Test
  void ofManyThatAreLookedUpTogetherEachIsToldItsOwn() throws Exception {
    int count = RequestLookups.MAX_TOGETHER + 50;
    for (int i = 0; i < count; i++) {
      rig.execute(ANN, Acquires.ofAnn("many-" + i, "/p" + i, "r" + i));
      rig.execute(ANN, new LeaseCommand.Release("many-" + i, "", 0, ""));
    }
    rig.tick += Limits.DAY;
    rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick, count));
    rig.awaitFed();
    holdReaders();
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outcomes.add(memory.submit(ANN, Acquires.ofAnn("many-" + i, "/p" + i, "r" + i)));
    }
    assertThat(outcomes).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (int i = 0; i < count; i++) {
      Lease lease = lease(get(outcomes.get(i)));
      assertThat(lease.id()).isEqualTo("many-" + i);
      assertThat(lease.state()).isEqualTo(LeaseState.RELEASED);
    }
  }

  /** Made, ended and forgotten while a retry of it waits to be looked up. */
  private void makeAndForget(String id) throws Exception {
    rig.execute(ANN, Acquires.ofAnn(id, "/a", "r1"));
    rig.execute(ANN, new LeaseCommand.Release(id, "", 0, ""));
    forget(id);
  }

  @Test
  void whereToLookIsAskedWhenItIsLookedUp() throws Exception {
    long elsewhere = 9L << KeyFilters.PART_SHIFT;
    rig.filters().add(elsewhere, RetryKeys.ofRequest("ann", "r1", "repo"));
    holdReaders();
    CompletableFuture<Outcome> retried = memory.submit(ANN, Acquires.ofAnn("retried", "/a", "r1"));
    makeAndForget("a");
    release.countDown();
    assertThat(lease(get(retried)).id()).isEqualTo("a");
  }

  private void forget(String id) throws Exception {
    rig.tick += Limits.DAY;
    rig.awaitFed();
    rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick, 100));
    rig.awaitFed();
    Outcome read = rig.execute(ANN, new LeaseQuery.GetLease(id));
    assertThat(read.reply()).isEqualTo(new Reply.Refused(new NotFoundRefusal.NoSuchLease(id)));
  }

  @Test
  void anEndIsRememberedByItsRequestWithoutHistory() throws Exception {
    rig.execute(RandomTraffic.ADMIN, new AdminCommand.SetConfig("keep_history", "false"));
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    Command free = new LeaseCommand.Release("a", "COMPLETED", 0, "r1");
    Lease freed = lease(rig.execute(ANN, free));
    forget("a");
    assertThat(lease(get(memory.submit(ANN, free)))).isEqualTo(freed);
    Command other = new LeaseCommand.Release("a", "ABORTED", 0, "r1");
    assertThat(get(memory.submit(ANN, other)).reply()).isInstanceOf(Reply.Refused.class);
    assertThat(get(memory.submit(BOB, free)).reply()).isInstanceOf(Reply.Refused.class);
    Command later = new LeaseCommand.Release("a", "COMPLETED", 0, "r2");
    assertThat(get(memory.submit(ANN, later)).reply())
        .isEqualTo(
            new Reply.Refused(new LeaseRefusal.AlreadyTerminal(freed, Long.MAX_VALUE, true)));
  }

  @Test
  void aForgottenIdIsNotTakenForAnotherLease() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    rig.execute(ANN, new LeaseCommand.Release("a", "", 0, ""));
    forget("a");
    assertThat(get(memory.submit(ANN, Acquires.ofAnnAs("a", "/b"))).reply())
        .isEqualTo(new Reply.Refused(new InputRefusal.LeaseAlreadyExists("a")));
    Caller elsewhere = new Caller("ann", Role.AGENT, List.of("elsewhere"));
    for (String id : List.of("a", "never-used")) {
      Reply reply = get(memory.submit(elsewhere, Acquires.ofAnnAs(id, "/b"))).reply();
      assertThat(((Reply.Refused) reply).refusal()).isInstanceOf(AccessRefusal.Forbidden.class);
    }
    assertThat(lease(get(memory.submit(ANN, Acquires.ofAnnAs("b", "/b")))).id()).isEqualTo("b");
  }

  @Test
  void anIdThatCameTwiceAllTheSameStopsNothingAndMeansTheLast() throws Exception {
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    rig.execute(ANN, new LeaseCommand.Release("a", "", 0, ""));
    forget("a");
    rig.execute(ANN, Acquires.ofAnnAs("a", "/b"));
    rig.execute(ANN, new LeaseCommand.Release("a", "", 0, ""));
    forget("a");
    Lease last = lease(get(memory.submit(ANN, new LeaseQuery.GetLease("a"))));
    assertThat(last.scope()).isEqualTo(Scope.ofCanonical(List.of("/b")));
  }

  @Test
  void aTransferIsRememberedByItsRequestWithoutHistory() throws Exception {
    rig.execute(RandomTraffic.ADMIN, new AdminCommand.SetConfig("keep_history", "false"));
    rig.execute(ANN, Acquires.ofAnn("a", "/a", ""));
    Command transfer = new LeaseCommand.Transfer("a", "b", "bob", "", "r1");
    Lease successor = lease(rig.execute(ANN, transfer));
    assertThat(successor.id()).isEqualTo("b");
    forget("a");
    assertThat(lease(get(memory.submit(ANN, transfer))).id()).isEqualTo("b");
  }
}
