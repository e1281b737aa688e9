package dev.leasehold.node.sequence;

import static dev.leasehold.kernel.policy.Limits.SECOND;
import static dev.leasehold.node.sequence.Rig.acquire;
import static dev.leasehold.node.sequence.Rig.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.view.Lease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that are decided, and a few also written, on the thread that brings them. */
class DirectExecutionTest {

  private final Rig rig = new Rig();
  private final List<Thread> answering = new CopyOnWriteArrayList<>();

  @BeforeEach
  void noteWhoAnswers() {
    rig.sequencer.addDurableListener(block -> answering.add(Thread.currentThread()));
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private List<CompletableFuture<Outcome>> together(Command... commands) {
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    rig.sequencer.together(
        () -> {
          for (Command command : commands) {
            replies.add(rig.submit(command));
          }
        });
    return replies;
  }

  /**
   * Submits acquires, one at a time, until one has been executed directly, and returns that one.
   */
  private Outcome awaitDirectExecution() {
    AtomicReference<Outcome> shortly = new AtomicReference<>();
    int[] count = new int[1];
    await()
        .pollInSameThread()
        .until(
            () -> {
              shortly.set(get(together(acquire("first-" + count[0]++, 0)).get(0)));
              return lastAnswering() == Thread.currentThread();
            });
    return shortly.get();
  }

  private Thread lastAnswering() {
    return answering.get(answering.size() - 1);
  }

  private static Lease lease(Outcome outcome) {
    return ((Reply.OfLease) outcome.reply()).lease();
  }

  @Test
  void aLoneCommandIsAnsweredOnTheThreadThatBringsItWhenItIsDurable() throws Exception {
    Outcome outcome = awaitDirectExecution();
    assertThat(outcome.events()).hasSize(1);
    assertThat(rig.durableEvents()).endsWith(outcome.events().get(0));
  }

  /** Submits many acquires at once, again until they were decided before this thread went on. */
  private List<CompletableFuture<Outcome>> awaitDecidedHere(String name) {
    AtomicReference<List<CompletableFuture<Outcome>>> replies = new AtomicReference<>();
    int[] count = new int[1];
    await()
        .pollInSameThread()
        .until(
            () -> {
              Command[] commands = new Command[DirectExecution.MAX_WRITTEN + 1];
              for (int i = 0; i < commands.length; i++) {
                commands[i] = acquire(name + "-" + count[0]++, 0);
              }
              long before = rig.kernel.lastPosition();
              replies.set(together(commands));
              return rig.kernel.lastPosition() == before + commands.length;
            });
    return replies.get();
  }

  @Test
  void manyCommandsAreDecidedHereAndWrittenByTheWriter() throws Exception {
    for (CompletableFuture<Outcome> reply : awaitDecidedHere("many")) {
      assertThat(get(reply).events()).hasSize(1);
    }
    assertThat(lastAnswering()).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whileABlockIsBeingWrittenTheNextAreDecidedHere() throws Exception {
    awaitDirectExecution();
    CompletableFuture<Outcome> heldUp = rig.acquireHeldUp("held-up");
    List<CompletableFuture<Outcome>> later = awaitDecidedHere("later");
    assertThat(later).noneMatch(CompletableFuture::isDone);
    rig.journal.release();
    get(heldUp);
    for (CompletableFuture<Outcome> reply : later) {
      assertThat(get(reply).events()).hasSize(1);
    }
  }

  /** A command decided meanwhile could not be answered before the block is written. */
  @Test
  void whileABlockHasLongBeenBeingWrittenNothingIsDecided() throws Exception {
    awaitDirectExecution();
    CompletableFuture<Outcome> heldUp = rig.acquireHeldUp("held-up");
    rig.time.standStill(SECOND);
    long position = rig.kernel.lastPosition();
    CompletableFuture<Outcome> later = together(acquire("later", 0)).get(0);
    assertThat(rig.kernel.lastPosition()).isEqualTo(position);
    rig.journal.release();
    get(heldUp);
    assertThat(get(later).events()).hasSize(1);
  }

  @Test
  void whileABlockIsBeingWrittenNoCommandIsAnsweredHere() throws Exception {
    awaitDirectExecution();
    CompletableFuture<Outcome> heldUp = rig.acquireHeldUp("held-up");
    CompletableFuture<Outcome> later = together(acquire("later", 0)).get(0);
    assertThat(later).isNotDone();
    rig.journal.release();
    get(heldUp);
    assertThat(get(later).events()).hasSize(1);
  }

  @Test
  void whileABlockIsBeingWrittenHereTheKernelDecidesTheNext() throws Exception {
    awaitDirectExecution();
    rig.journal.hold();
    FutureTask<Outcome> here = new FutureTask<>(() -> get(together(acquire("here", 0)).get(0)));
    Thread.ofPlatform().start(here);
    rig.journal.awaitHeldWrite();
    long position = rig.kernel.lastPosition();
    CompletableFuture<Outcome> next = rig.submit(acquire("next", 0));
    rig.awaitDecided(position + 1);
    assertThat(next).isNotDone();
    rig.journal.release();
    assertThat(here.get().events()).hasSize(1);
    assertThat(get(next).events()).hasSize(1);
  }

  @Test
  void anEndThatFallsDueLaterIsRecordedInTime() throws Exception {
    awaitDirectExecution();
    Outcome outcome = get(together(acquire("short", SECOND)).get(0));
    rig.time.advance(SECOND);
    await()
        .until(
            () ->
                rig.durableEvents().stream()
                    .anyMatch(
                        event ->
                            event instanceof LeaseEvent.Expired expired
                                && expired.leaseId().equals(lease(outcome).id())));
  }

  @Test
  void anEndThatIsDueIsRecordedFirst() throws Exception {
    awaitDirectExecution();
    get(together(acquire("short", SECOND)).get(0));
    rig.time.advance(SECOND);
    Outcome read = get(together(new LeaseQuery.GetLease("short")).get(0));
    assertThat(lease(read).state()).isEqualTo(LeaseState.EXPIRED);
  }

  @Test
  void theJournalIsTidiedWhateverTheWay() throws Exception {
    awaitDirectExecution();
    for (int i = 0; i < 2 * Checkpointing.EVERY_BLOCKS; i++) {
      get(together(acquire("block-" + i, 0)).get(0));
    }
    assertThat(rig.journal.lastCheckpoint()).isNotNull();
  }

  @Test
  void afterAFailedWriteNothingIsAnsweredAnyMore() throws Exception {
    awaitDirectExecution();
    IOException fault = new IOException("no more room on the disk");
    rig.journal.failFromNowOn(fault);
    CompletableFuture<Outcome> reply = together(acquire("a", 0)).get(0);
    assertThat(rig.failure.get(10, TimeUnit.SECONDS)).isSameAs(fault);
    assertThatThrownBy(() -> get(reply)).hasCauseInstanceOf(StoppedException.class);
    assertThatThrownBy(() -> get(together(acquire("b", 0)).get(0)))
        .hasCauseInstanceOf(StoppedException.class);
  }

  @Test
  void aBugInTheKernelStopsTheNode() throws Exception {
    awaitDirectExecution();
    CompletableFuture<Outcome> reply = together((Command) null).get(0);
    assertThat(rig.failure.get(10, TimeUnit.SECONDS)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> get(reply)).hasCauseInstanceOf(StoppedException.class);
  }

  /** Before the kernel has the commands, nobody but this thread knows of them. */
  @Test
  void aFailureBeforeAnythingIsDecidedIsToldToo() throws Exception {
    awaitDirectExecution();
    await()
        .pollInSameThread()
        .until(
            () -> {
              rig.time.failNextReading(new IllegalStateException("no clock"));
              CompletableFuture<Outcome> reply =
                  together(acquire("a-" + answering.size(), 0)).get(0);
              rig.time.failNextReading(null);
              if (!reply.isCompletedExceptionally()) {
                get(reply); // it went the long way, now and then
              }
              return reply.isCompletedExceptionally();
            });
    assertThat(rig.failure.get(60, TimeUnit.SECONDS)).hasMessage("no clock");
    assertThatThrownBy(() -> get(together(acquire("later", 0)).get(0)))
        .hasCauseInstanceOf(StoppedException.class);
  }

  /** To wait there is for the writer's thread: this one has many connections to serve. */
  @Test
  void whileAListenerWouldWaitCommandsGoTheLongWay() throws Exception {
    awaitDirectExecution();
    Waiting listener = new Waiting();
    rig.sequencer.addDurableListener(listener);
    CompletableFuture<Outcome> reply = together(acquire("held-back", 0)).get(0);
    await().until(() -> listener.waiting != null);
    assertThat(listener.waiting).isNotSameAs(Thread.currentThread());
    listener.release.countDown();
    assertThat(get(reply).events()).hasSize(1);
    awaitDirectExecution();
  }

  /** A listener that waits with a block, once. */
  private static final class Waiting implements DurableListener {

    private final CountDownLatch release = new CountDownLatch(1);
    private volatile Thread waiting;

    @Override
    public boolean takesAtOnce() {
      return release.getCount() == 0;
    }

    @Override
    public void onDurableFacts(DurableBlock block) {
      if (release.getCount() > 0) {
        waiting = Thread.currentThread();
        awaitRelease();
      }
    }

    private void awaitRelease() {
      try {
        assertThat(release.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aSubmissionOutOfAReplyIsDecidedToo() throws Exception {
    awaitDirectExecution();
    List<CompletableFuture<Outcome>> nested = new ArrayList<>();
    rig.sequencer.together(
        () ->
            nested.add(
                rig.submit(acquire("outer", 0))
                    .thenCompose(outcome -> together(acquire("inner", 0)).get(0))));
    assertThat(get(nested.get(0)).events()).hasSize(1);
  }

  @Test
  void aThreadThatIsInterruptedGoesTheLongWay() throws Exception {
    awaitDirectExecution();
    Thread.currentThread().interrupt();
    CompletableFuture<Outcome> reply = together(acquire("a", 0)).get(0);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(get(reply).events()).hasSize(1);
    assertThat(lastAnswering()).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whoeverGathersRepliesIsToldBeforeTheyFailWithAListener() throws Exception {
    awaitDirectExecution();
    AtomicBoolean gathering = new AtomicBoolean();
    rig.sequencer.addDurableListener(
        new DurableListener() {
          @Override
          public void onAnswering() {
            gathering.set(true);
          }

          @Override
          public void onDurableFacts(DurableBlock block) {
            throw new IllegalStateException("the tables cannot be written");
          }

          @Override
          public void onAnswered() {
            gathering.set(false);
          }
        });
    CompletableFuture<Boolean> gatheredWhenTold =
        together(acquire("a", 0)).get(0).handle((outcome, failure) -> gathering.get());
    assertThat(gatheredWhenTold.get(60, TimeUnit.SECONDS)).isFalse();
    assertThat(rig.failure.get(60, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsLookedUpWaitsForNobodyHereAndItsCallersNextWaitBehind() throws Exception {
    awaitDirectExecution();
    Command retry = acquire("retry", 0);
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    rig.forgotten.put(retry, answer);
    List<CompletableFuture<Outcome>> outcomes = together(retry, acquire("next", 0));
    assertThat(outcomes).noneMatch(CompletableFuture::isDone);
    Reply made = new Reply.Refused(new InputRefusal.LeaseAlreadyExists("retry"));
    answer.complete(made);
    assertThat(get(outcomes.get(0)).reply()).isEqualTo(made);
    assertThat(lease(get(outcomes.get(1))).state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(rig.kernel.recorded().lease("retry")).isNull();
  }

  @Test
  void whatIsBeingLookedUpWhenTheNodeStopsIsRefused() {
    Command retry = acquire("retry", 0);
    rig.forgotten.put(retry, new CompletableFuture<>());
    CompletableFuture<Outcome> outcome = together(retry).get(0);
    rig.sequencer.close();
    assertThatThrownBy(() -> get(outcome)).hasCauseInstanceOf(StoppedException.class);
  }
}
