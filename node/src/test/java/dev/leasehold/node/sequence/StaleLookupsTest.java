package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Role;
import dev.leasehold.node.time.MovedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Commands whose look-ups are older than the known state: which are decided, which wait, in which
 * order.
 */
class StaleLookupsTest {

  private static final Caller ANN = new Caller("ann", Role.AGENT, List.of());
  private static final Caller BOB = new Caller("bob", Role.AGENT, List.of());
  private static final Command MADE_BEFORE = new Command.TakeTurn();
  private static final int LIMIT = 4;

  private final Inbox inbox = new Inbox(new MovedTime());
  private final StaleLookups stale = new StaleLookups(inbox);

  /** Is done when the test says so. */
  private static final class HeldLookup implements Lookup {
    private long position;
    private CompletableFuture<Command> answer = new CompletableFuture<>();

    HeldLookup(long position) {
      this.position = position;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public CompletableFuture<Command> again() {
      return answer;
    }

    void answer(Command decided, long lookedUpTo) {
      position = lookedUpTo;
      CompletableFuture<Command> waited = answer;
      answer = new CompletableFuture<>();
      waited.complete(decided);
    }
  }

  private static Submission plain(Caller caller, String id) {
    return new Submission(caller, new Command.GetLease(id), null);
  }

  private static Submission lookedUp(Caller caller, String id, Lookup lookup) {
    return new Submission(caller, new Command.GetLease(id), lookup);
  }

  /** The commands that are decided now. */
  private List<Command> sift(long forgottenPosition, Submission... more) {
    List<Submission> run = new ArrayList<>();
    inbox.drainTo(run, LIMIT);
    run.addAll(Arrays.asList(more));
    stale.sift(run, forgottenPosition, LIMIT);
    return run.stream().map(Submission::command).toList();
  }

  private static List<Command> gets(String... ids) {
    return Arrays.stream(ids).<Command>map(Command.GetLease::new).toList();
  }

  @Test
  void aLookUpIsGoodUntilSomethingLaterIsForgotten() {
    Submission submission = lookedUp(ANN, "a", new HeldLookup(7));
    assertThat(sift(7, submission)).isEqualTo(gets("a"));
    assertThat(sift(8, submission)).isEmpty();
  }

  @Test
  void whatWasFoundAtOnceIsDecidedAtOnce() {
    HeldLookup lookup = new HeldLookup(0);
    lookup.answer.complete(MADE_BEFORE);
    assertThat(sift(8, plain(BOB, "x"), lookedUp(ANN, "a", lookup), plain(ANN, "b")))
        .containsExactly(new Command.GetLease("x"), MADE_BEFORE, new Command.GetLease("b"));
  }

  @Test
  void othersGoOnAndTheCallersOwnComeAfterIt() {
    HeldLookup lookup = new HeldLookup(0);
    Submission[] run = {
      lookedUp(ANN, "a", lookup), plain(ANN, "b"), plain(BOB, "x"), plain(ANN, "c")
    };
    assertThat(sift(8, run)).isEqualTo(gets("x"));
    assertThat(sift(8, plain(ANN, "d"), plain(BOB, "y"))).isEqualTo(gets("y"));
    lookup.answer(new Command.GetLease("a"), 8);
    assertThat(sift(8, plain(ANN, "e"))).isEqualTo(gets("a", "b", "c", "d"));
    assertThat(sift(8)).isEqualTo(gets("e"));
  }

  @Test
  void aLookUpThatFailsFailsItsCommandAndHoldsNobodyUp() {
    HeldLookup lookup = new HeldLookup(0);
    Submission failed = lookedUp(ANN, "a", lookup);
    assertThat(sift(8, failed, plain(ANN, "b"))).isEmpty();
    lookup.answer.completeExceptionally(new IllegalStateException("the tables cannot be read"));
    assertThat(sift(8)).isEqualTo(gets("b"));
    assertThat(failed.reply()).isCompletedExceptionally();
  }

  @Test
  void whoIsLateAgainAndAgainIsToldThatNothingWasDone() {
    HeldLookup lookup = new HeldLookup(0);
    Submission late = lookedUp(ANN, "a", lookup);
    assertThat(sift(1, late)).isEmpty();
    for (int look = 1; look <= StaleLookups.MAX_LOOKS; look++) {
      assertThat(late.reply()).isNotDone();
      lookup.answer(new Command.GetLease("a"), look);
      assertThat(sift(look + 1)).isEmpty();
    }
    assertThat(late.reply())
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(OverloadedException.class);
    assertThat(sift(9, plain(ANN, "b"))).isEqualTo(gets("b"));
  }

  @Test
  void noMoreWaitThanMayWaitForTheKernel() {
    Submission first = lookedUp(ANN, "a", new HeldLookup(0));
    assertThat(sift(8, first)).isEmpty();
    IntStream.range(0, Inbox.CAPACITY).forEach(i -> sift(8, plain(ANN, "b")));
    Submission tooMany = plain(ANN, "c");
    sift(8, tooMany);
    assertThat(tooMany.reply()).isCompletedExceptionally();
    assertThat(first.reply()).isNotDone();
  }

  @Test
  void whoIsStillLookedUpAtTheEndIsToldThatNothingWasDone() {
    Submission first = lookedUp(ANN, "a", new HeldLookup(0));
    Submission behind = plain(ANN, "b");
    sift(8, first, behind);
    stale.abandon();
    assertThat(List.of(first, behind)).allMatch(Submission::hasFailed);
  }
}
