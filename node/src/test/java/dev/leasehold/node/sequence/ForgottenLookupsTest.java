package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.time.MovedTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Commands that may be known of old: which are decided, which wait, in which order. */
class ForgottenLookupsTest {

  private static final Caller ANN = new Caller("ann", Role.AGENT, List.of());
  private static final Caller BOB = new Caller("bob", Role.AGENT, List.of());
  private static final Reply MADE = new Reply.Refused(new InputRefusal.LeaseAlreadyExists("made"));
  private static final int LIMIT = 4;

  private final Inbox inbox = new Inbox(new MovedTime());
  private final HeldPast forgotten = new HeldPast();
  private final ForgottenLookups lookups = new ForgottenLookups(forgotten, inbox);

  /** May know the commands that the test says; answers when the test says so. */
  private static final class HeldPast implements ForgottenLeases {
    @Override
    public long knownPosition() {
      return Long.MAX_VALUE;
    }

    @Override
    public void forgot(long endedBy) {}

    final Set<Command> known = new HashSet<>();
    final Map<Command, CompletableFuture<@Nullable Reply>> asked = new LinkedHashMap<>();

    @Override
    public boolean mayKnow(Caller caller, Command command) {
      return known.contains(command);
    }

    @Override
    public CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command) {
      CompletableFuture<@Nullable Reply> answer = new CompletableFuture<>();
      asked.put(command, answer);
      return answer;
    }

    void answer(Command command, @Nullable Reply reply) {
      asked.remove(command).complete(reply);
    }
  }

  private static Submission plain(Caller caller, String id) {
    return new Submission(caller, new LeaseQuery.GetLease(id));
  }

  private Submission known(Caller caller, String id) {
    Submission submission = plain(caller, id);
    forgotten.known.add(submission.command());
    return submission;
  }

  private List<Submission> siftRun(Submission... more) {
    List<Submission> run = new ArrayList<>();
    inbox.drainTo(run, LIMIT);
    run.addAll(Arrays.asList(more));
    lookups.sift(run, LIMIT);
    return run;
  }

  /** The commands that are decided now. */
  private List<Command> sift(Submission... more) {
    return siftRun(more).stream().map(Submission::command).toList();
  }

  private static List<Command> gets(String... ids) {
    return Arrays.stream(ids).<Command>map(LeaseQuery.GetLease::new).toList();
  }

  @Test
  void whatIsCertainlyNewIsDecidedAtOnceAndStaysAsItIs() {
    Submission submission = plain(ANN, "a");
    assertThat(siftRun(submission)).singleElement().isSameAs(submission);
    assertThat(forgotten.asked).isEmpty();
  }

  @Test
  void whatMayBeKnownIsDecidedWhenItIsLookedUp() {
    Submission submission = known(ANN, "a");
    assertThat(sift(plain(BOB, "x"), submission)).isEqualTo(gets("x"));
    forgotten.answer(submission.command(), null);
    assertThat(siftRun())
        .singleElement()
        .satisfies(next -> assertThat(next.isSame(submission)).isTrue())
        .satisfies(next -> assertThat(next.made()).isNull());
  }

  @Test
  void whatWasMadeBeforeIsAnsweredAndTakesItsTurnOnly() {
    Command acquire = Acquires.file("a", "/a", "ann", 0);
    forgotten.known.add(acquire);
    assertThat(sift(new Submission(ANN, acquire))).isEmpty();
    forgotten.answer(acquire, MADE);
    Kernel kernel = new Kernel();
    Outcome outcome = siftRun().get(0).decide(kernel, new Stamp(1, 1, ANN));
    assertThat(outcome.reply()).isEqualTo(MADE);
    assertThat(outcome.facts()).isEmpty();
    assertThat(kernel.lastPosition()).isZero();
  }

  @Test
  void othersGoOnAndTheCallersOwnComeAfterIt() {
    Submission first = known(ANN, "a");
    Submission[] run = {first, plain(ANN, "b"), plain(BOB, "x"), plain(ANN, "c")};
    assertThat(sift(run)).isEqualTo(gets("x"));
    assertThat(sift(plain(ANN, "d"), plain(BOB, "y"))).isEqualTo(gets("y"));
    forgotten.answer(first.command(), null);
    assertThat(sift(plain(ANN, "e"))).isEqualTo(gets("a", "b", "c", "d"));
    assertThat(sift()).isEqualTo(gets("e"));
  }

  @Test
  void oneOfACallerIsLookedUpAfterTheOther() {
    Submission first = known(ANN, "a");
    Submission second = known(ANN, "b");
    assertThat(sift(first, second, plain(ANN, "c"))).isEmpty();
    assertThat(forgotten.asked).containsOnlyKeys(first.command());
    forgotten.answer(first.command(), null);
    assertThat(sift()).isEqualTo(gets("a"));
    forgotten.answer(second.command(), null);
    assertThat(sift()).isEqualTo(gets("b", "c"));
  }

  @Test
  void aLookUpThatFailsFailsItsCommandAndHoldsNobodyUp() {
    Submission failed = known(ANN, "a");
    assertThat(sift(failed, plain(ANN, "b"))).isEmpty();
    forgotten
        .asked
        .get(failed.command())
        .completeExceptionally(new IllegalStateException("the tables cannot be read"));
    assertThat(sift()).isEqualTo(gets("b"));
    assertThat(failed.reply()).isCompletedExceptionally();
  }

  @Test
  void anIdThatAnotherLeaseGetsMeanwhileIsLookedUpAgain() {
    Command acquire = Acquires.ofAnnAs("a", "/a");
    forgotten.known.add(acquire);
    assertThat(sift(new Submission(ANN, acquire))).isEmpty();
    Kernel kernel = new Kernel();
    Stamp stamp = new Stamp(1, 1, BOB);
    lookups.note(kernel.execute(stamp, Acquires.file("other", "/other", "bob", 0)));
    forgotten.answer(acquire, null);
    assertThat(sift()).containsExactly(acquire);

    assertThat(sift(new Submission(ANN, acquire))).isEmpty();
    lookups.note(kernel.execute(stamp, Acquires.file("a", "/a", "bob", 0)));
    forgotten.answer(acquire, null);
    assertThat(sift()).isEmpty();
    forgotten.answer(acquire, MADE);
    assertThat(siftRun()).singleElement().extracting(Submission::made).isEqualTo(MADE);
  }

  @Test
  void noMoreWaitThanMayWaitForTheKernel() {
    Submission first = known(ANN, "a");
    assertThat(sift(first)).isEmpty();
    IntStream.range(0, Inbox.CAPACITY).forEach(i -> sift(plain(ANN, "b")));
    Submission tooMany = plain(ANN, "c");
    sift(tooMany);
    assertThat(tooMany.reply()).isCompletedExceptionally();
    assertThat(first.reply()).isNotDone();
  }

  @Test
  void whoIsStillLookedUpAtTheEndIsToldThatNothingWasDone() {
    Submission first = known(ANN, "a");
    Submission behind = plain(ANN, "b");
    sift(first, behind);
    lookups.abandon();
    assertThat(List.of(first, behind)).allMatch(Submission::hasFailed);
  }
}
