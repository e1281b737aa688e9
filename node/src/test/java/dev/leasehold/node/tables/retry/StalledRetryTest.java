package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.Node;
import dev.leasehold.node.Wiring;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel's thread stands still while commands wait. The lease that they would repeat is
 * granted, ends, gets into the tables and is forgotten before it is their turn.
 */
class StalledRetryTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final Caller BOB = RandomTraffic.agent("bob");

  /** Commands that the kernel decides at a time. */
  private static final int RUN = 256;

  @TempDir Path directory;
  private final MovedTime time = new MovedTime();
  private Node node;
  private final Stalls stalls = new Stalls();
  private final AtomicInteger pruned = new AtomicInteger();

  /** Lets the kernel forget, at the end of the fourth run, what ended in the first. */
  private final class Stalls implements WorkMeter {
    private int runs;
    private volatile int waitingInAll;
    private volatile boolean firstAreDurable;

    @Override
    public void decided(int commands, long nanos) {
      if (commands != RUN) {
        return;
      }
      runs++;
      try {
        if (runs == 1) {
          await().until(() -> node.inboxLength() == waitingInAll - RUN);
        } else if (runs == 2) {
          await().until(() -> firstAreDurable);
          node.awaitTables();
        } else if (runs == 3) {
          time.advance(2 * Limits.MINUTE);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void wrote(int events, int bytes, long nanos) {}
  }

  @BeforeEach
  void open() throws Exception {
    node =
        Wiring.start(
            Wiring.recover(
                directory.resolve("data"), time, Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {}),
            List.of(this::notePruned),
            stalls);
  }

  @AfterEach
  void close() throws Exception {
    node.close();
    assertThat(pruned).as("leases that the kernel forgot meanwhile").hasPositiveValue();
  }

  private void notePruned(DurableBlock block) {
    for (Event event : block.events()) {
      if (event instanceof AdminEvent.Pruned step) {
        pruned.addAndGet(step.leases());
      }
    }
  }

  private CompletableFuture<Outcome> submit(Caller caller, Command command) {
    return node.sequencer().submit(caller, command);
  }

  private static Reply reply(CompletableFuture<Outcome> outcome) throws Exception {
    return outcome.get(60, TimeUnit.SECONDS).reply();
  }

  private static Lease lease(CompletableFuture<Outcome> outcome) throws Exception {
    Reply reply = reply(outcome);
    assertThat(reply).isInstanceOf(Reply.OfLease.class);
    return ((Reply.OfLease) reply).lease();
  }

  /** Submits all at once: the first ones, four runs of what changes nothing, the last ones. */
  private List<CompletableFuture<Outcome>> stallBetween(List<Command> first, List<Command> last) {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    stalls.waitingInAll = first.size() + 4 * RUN + last.size();
    node.sequencer()
        .together(
            () -> {
              first.forEach(command -> outcomes.add(submit(ANN, command)));
              outcomes.get(first.size() - 1).thenRun(() -> stalls.firstAreDurable = true);
              for (int i = 0; i < 4 * RUN; i++) {
                submit(BOB, new AdminCommand.ListPolicies());
              }
              last.forEach(command -> outcomes.add(submit(ANN, command)));
            });
    return outcomes;
  }

  @Test
  void aRetryThatWaitedThroughAStallIsNotCarriedOutAgain() throws Exception {
    Command release = new LeaseCommand.Release("a", "", 0, "");
    List<CompletableFuture<Outcome>> outcomes =
        stallBetween(
            List.of(Acquires.ofAnn("a", "/a", "r1"), release),
            List.of(Acquires.ofAnn("b", "/a", "r1")));
    assertThat(lease(outcomes.get(0)).id()).isEqualTo("a");
    Lease retried = lease(outcomes.get(2));
    assertThat(retried.id()).isEqualTo("a");
    assertThat(retried.state()).isEqualTo(LeaseState.RELEASED);
  }

  @Test
  void aRetryOfADerivationIsToldWhatItHasMade() throws Exception {
    lease(submit(ANN, Acquires.ofAnn("parent", "/a", "")));
    List<CompletableFuture<Outcome>> outcomes =
        stallBetween(
            List.of(
                derive("child"),
                new LeaseCommand.Release("child", "", 0, ""),
                new LeaseCommand.Release("parent", "", 0, "")),
            List.of(derive("again")));
    assertThat(lease(outcomes.get(0)).id()).isEqualTo("child");
    assertThat(lease(outcomes.get(3)).id()).isEqualTo("child");
  }

  private static Command derive(String id) {
    return new LeaseCommand.Derive(
        "parent", id, "ann", "", null, null, null, Amounts.NONE, 0, "r1");
  }

  @Test
  void anIdThatWasForgottenMeanwhileIsNotGivenToAnotherLease() throws Exception {
    List<CompletableFuture<Outcome>> outcomes =
        stallBetween(
            List.of(Acquires.ofAnn("a", "/a", ""), new LeaseCommand.Release("a", "", 0, "")),
            List.of(Acquires.ofAnnAs("a", "/b")));
    assertThat(reply(outcomes.get(2)))
        .isEqualTo(new Reply.Refused(new InputRefusal.LeaseAlreadyExists("a")));
  }

  @Test
  void whatIsNoRetryIsCarriedOutAfterTheStall() throws Exception {
    List<CompletableFuture<Outcome>> outcomes =
        stallBetween(
            List.of(Acquires.ofAnn("a", "/a", "r1"), new LeaseCommand.Release("a", "", 0, "")),
            List.of(Acquires.ofAnn("b", "/b", "r2"), Acquires.ofAnnAs("c", "/c")));
    assertThat(lease(outcomes.get(2)).id()).isEqualTo("b");
    assertThat(lease(outcomes.get(3)).id()).isEqualTo("c");
  }

  @Test
  void nothingOfACallerOvertakesWhatComesBeforeIt() throws Exception {
    List<Command> last = new ArrayList<>();
    last.add(Acquires.ofAnnAs("c", "/c"));
    for (int i = 0; i < 2 * RUN; i++) {
      last.add(new LeaseCommand.Renew("c", (i + 1) * Limits.HOUR, ""));
    }
    last.add(new LeaseCommand.Release("c", "", 0, ""));
    last.add(Acquires.ofAnnAs("d", "/c"));
    List<CompletableFuture<Outcome>> outcomes =
        stallBetween(
            List.of(Acquires.ofAnn("a", "/a", "r1"), new LeaseCommand.Release("a", "", 0, "")),
            last);
    for (int i = 0; i <= 2 * RUN; i++) {
      Lease lease = lease(outcomes.get(2 + i));
      assertThat(lease.id()).isEqualTo("c");
      assertThat(lease.renewalCount()).isEqualTo(i);
    }
    assertThat(lease(outcomes.get(outcomes.size() - 2)).state()).isEqualTo(LeaseState.RELEASED);
    assertThat(lease(outcomes.get(outcomes.size() - 1)).id()).isEqualTo("d");
  }
}
