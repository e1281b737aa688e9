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
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.files.DiskSpace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts the threads of the whole JVM")
class SoloSequencerTest {

  private final Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void aReplyLeavesWhenItsBlockIsDurable() throws Exception {
    CompletableFuture<Outcome> reply = rig.acquireHeldUp("a");
    assertThat(rig.kernel.lastPosition()).isEqualTo(1);
    assertThat(reply).isNotDone();
    rig.journal.release();
    assertThat(get(reply).reply()).isInstanceOf(Reply.OfLease.class);
    assertThat(rig.durableEvents()).isEqualTo(get(reply).events());
  }

  @Test
  void aReadWaitsForTheNewestBlockItCouldHaveSeen() throws Exception {
    CompletableFuture<Outcome> grant = rig.acquireHeldUp("a");
    CompletableFuture<Outcome> read = rig.submit(new LeaseQuery.GetLease("a"));
    CompletableFuture<Outcome> refusal = rig.submit(acquire("a", 0));
    CompletableFuture<Outcome> marker = rig.submit(acquire("b", 0));
    rig.awaitDecided(2);
    assertThat(List.of(grant, read, refusal, marker)).noneMatch(CompletableFuture::isDone);
    rig.journal.release();
    assertThat(get(read).reply()).isInstanceOf(Reply.OfLease.class);
    assertThat(get(refusal).reply()).isInstanceOf(Reply.Refused.class);
  }

  @Test
  void aReadAloneIsAnsweredWithoutAWrite() throws Exception {
    rig.journal.hold();
    assertThat(get(rig.submit(new LeaseQuery.GetLease("a"))).reply())
        .isInstanceOf(Reply.Refused.class);
    assertThat(rig.journal.blocks()).isEmpty();
  }

  @Test
  void whatQueuesUpDuringAWriteBecomesOneBlock() throws Exception {
    rig.acquireHeldUp("first");
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      replies.add(rig.submit(acquire("lease-" + i, 0)));
    }
    rig.awaitDecided(51);
    assertThat(rig.journal.blocks()).isEmpty();
    rig.journal.release();
    for (CompletableFuture<Outcome> reply : replies) {
      get(reply);
    }
    assertThat(rig.journal.blocks()).hasSize(2);
    assertThat(rig.journal.blocks().get(1).firstPosition()).isEqualTo(2);
    assertThat(rig.journal.blocks().get(1).lastPosition()).isEqualTo(51);
  }

  @Test
  void repliesLeaveInTheOrderOfDecision() throws Exception {
    rig.acquireHeldUp("first");
    List<Integer> order = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      Command command = i % 2 == 0 ? acquire("lease-" + i, 0) : new LeaseQuery.GetLease("first");
      rig.submit(command).thenAccept(outcome -> order.add(number));
    }
    rig.journal.release();
    await().until(() -> order.size() == 20);
    assertThat(order).isSorted();
  }

  @Test
  void listenersHearOfEventsBeforeTheReplyLeaves() throws Exception {
    List<Event> heard = new CopyOnWriteArrayList<>();
    rig.sequencer.addDurableListener(block -> heard.addAll(block.events()));
    List<Event> heardByThen =
        rig.submit(acquire("a", 0)).thenApply(outcome -> List.copyOf(heard)).get();
    assertThat(heardByThen).hasSize(1).isEqualTo(rig.durableEvents());
  }

  @Test
  void afterAFailedWriteNothingIsAnsweredAnyMore() throws Exception {
    CompletableFuture<Outcome> written = rig.acquireHeldUp("a");
    CompletableFuture<Outcome> decided = rig.submit(acquire("b", 0));
    CompletableFuture<Outcome> read = rig.submit(new LeaseQuery.GetLease("a"));
    rig.awaitDecided(2);
    IOException fault = new IOException("no more room on the disk");
    rig.journal.failFromNowOn(fault);
    rig.journal.release();
    assertThat(rig.failure.get(60, TimeUnit.SECONDS)).isSameAs(fault);
    for (CompletableFuture<Outcome> reply : List.of(written, decided, read)) {
      assertThatThrownBy(() -> get(reply)).hasCauseInstanceOf(StoppedException.class);
    }
    assertThatThrownBy(() -> get(rig.submit(acquire("c", 0))))
        .hasCauseInstanceOf(StoppedException.class);
    rig.sequencer.close();
    assertThat(rig.sequencer.hasFailed()).isTrue();
    assertThat(rig.journal.blocks()).isEmpty();
  }

  @Test
  void aBugInTheKernelStopsTheNode() throws Exception {
    CompletableFuture<Outcome> reply = rig.submit(null);
    assertThat(rig.failure.get(60, TimeUnit.SECONDS)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> get(reply)).hasCauseInstanceOf(StoppedException.class);
    assertThatThrownBy(() -> get(rig.submit(acquire("c", 0))))
        .hasCauseInstanceOf(StoppedException.class);
  }

  @Test
  void aBugInAListenerStopsTheNode() throws Exception {
    IllegalStateException bug = new IllegalStateException("listener");
    rig.sequencer.addDurableListener(
        events -> {
          throw bug;
        });
    CompletableFuture<Outcome> reply = rig.submit(acquire("a", 0));
    assertThat(rig.failure.get(60, TimeUnit.SECONDS)).isSameAs(bug);
    assertThatThrownBy(() -> get(reply)).hasCauseInstanceOf(StoppedException.class);
  }

  @Test
  void aFailureThatNobodyHadMemoryForIsToldAgain() throws Exception {
    Semaphore memory = new Semaphore(0);
    AtomicInteger tries = new AtomicInteger();
    Consumer<Throwable> onFailure =
        cause -> {
          tries.incrementAndGet();
          if (!memory.tryAcquire()) {
            throw new OutOfMemoryError("planted");
          }
        };
    IllegalStateException bug = new IllegalStateException("first");
    try (Rig starved = new Rig(onFailure)) {
      starved.sequencer.fail(bug);
      await().until(() -> tries.get() == 1);
      assertThat(starved.failure).isNotDone();
      assertThatThrownBy(() -> get(starved.submit(acquire("a", 0))))
          .hasCauseInstanceOf(StoppedException.class);

      memory.release();
      await()
          .until(
              () -> {
                starved.sequencer.failHere(new IllegalStateException("second"));
                return starved.failure.isDone();
              });
      assertThat(starved.failure).isCompletedWithValue(bug);
      starved.sequencer.failHere(bug);
      assertThat(tries).hasValue(2);
    }
  }

  @Test
  void aFullDiskRefusesChangesAndAnswersQueriesUntilThereIsRoom() throws Exception {
    get(rig.submit(acquire("a", 0)));
    rig.usableBytes.set(DiskSpace.RESERVE_BYTES - 1);
    get(rig.submit(acquire("b", 0)));
    assertThatThrownBy(() -> get(rig.submit(acquire("c", 0))))
        .hasCauseInstanceOf(NoRoomException.class);
    assertThat(get(rig.submit(new LeaseQuery.GetLease("a"))).reply())
        .isInstanceOf(Reply.OfLease.class);
    rig.usableBytes.set(DiskSpace.RESERVE_BYTES);
    assertThat(get(rig.submit(acquire("c", 0))).events()).hasSize(1);
  }

  @Test
  void onAFullDiskExpiriesAreStillRecorded() throws Exception {
    get(rig.submit(acquire("a", SECOND)));
    rig.usableBytes.set(0);
    rig.time.advance(SECOND);
    rig.awaitBlocks(2);
  }

  @Test
  void tooManyWaitingCommandsAreRefusedAndTheOthersAnswered() throws Exception {
    rig.acquireHeldUp("a");
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    while (replies.size() < 5 * Inbox.CAPACITY) {
      replies.add(rig.submit(new LeaseQuery.GetLease("a")));
    }
    assertThat(replies).anyMatch(CompletableFuture::isCompletedExceptionally);
    CompletableFuture<Outcome> refused =
        replies.stream().filter(CompletableFuture::isDone).findFirst().orElseThrow();
    assertThatThrownBy(() -> get(refused)).hasCauseInstanceOf(OverloadedException.class);
    rig.journal.release();
    await().until(() -> replies.stream().allMatch(CompletableFuture::isDone));
    long answered = replies.stream().filter(reply -> !reply.isCompletedExceptionally()).count();
    assertThat(answered).isGreaterThanOrEqualTo(Inbox.CAPACITY);
    assertThat(get(rig.submit(new LeaseQuery.GetLease("a"))).reply())
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void aStopFinishesWhatWasBegunAndMarksTheTick() throws Exception {
    CompletableFuture<Outcome> first = rig.acquireHeldUp("first");
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      replies.add(rig.submit(acquire("lease-" + i, 0)));
    }
    rig.time.advance(1_000);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(rig.sequencer::close);
    rig.journal.release();
    stopped.get(60, TimeUnit.SECONDS);
    assertThat(first).isCompleted();
    assertThat(replies).allMatch(reply -> reply.isDone() && !reply.isCompletedExceptionally());
    assertThat(rig.durableEvents()).hasSize(601);
    assertThat(rig.journal.lastMark()).isEqualTo(rig.clock.markAt(1_000));
    assertThat(rig.sequencer.hasFailed()).isFalse();
    assertThatThrownBy(() -> get(rig.submit(acquire("late", 0))))
        .hasCauseInstanceOf(StoppedException.class);
  }

  /** A writer that is on its way to look takes what it finds, be it all or not. */
  private static void awaitIdleWriters() {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("leasehold-writer"))
                    .allMatch(thread -> thread.getState() == Thread.State.WAITING));
  }

  @Test
  void whatIsSubmittedTogetherBecomesOneBlock() throws Exception {
    try (Rig rig = new Rig()) {
      List<CompletableFuture<Outcome>> replies = new ArrayList<>();
      awaitIdleWriters();

      rig.sequencer.together(
          () -> {
            for (int i = 0; i < 100; i++) {
              replies.add(rig.submit(Rig.acquire("l" + i, 0)));
            }
          });

      for (CompletableFuture<Outcome> reply : replies) {
        Rig.get(reply);
      }
      assertThat(rig.journal.blocks()).hasSize(1);
    }
  }

  @Test
  void whatIsTooMuchTogetherIsRefusedAndTheRestIsDone() throws Exception {
    try (Rig rig = new Rig()) {
      rig.acquireHeldUp("first");
      List<CompletableFuture<Outcome>> replies = new ArrayList<>();

      rig.sequencer.together(
          () -> {
            for (int i = 0; i < 100_000; i++) {
              replies.add(rig.submit(new LeaseQuery.GetLease("first")));
            }
          });
      rig.journal.release();

      Rig.get(replies.get(0));
      assertThat(replies.get(replies.size() - 1))
          .failsWithin(Duration.ofSeconds(10))
          .withThrowableThat()
          .withCauseInstanceOf(OverloadedException.class);
    }
  }

  @Test
  void listenersAreToldWhenTheRepliesOfABlockHaveBeenGiven() throws Exception {
    try (Rig rig = new Rig()) {
      CompletableFuture<Boolean> answeredFirst = new CompletableFuture<>();
      CompletableFuture<CompletableFuture<Outcome>> reply = new CompletableFuture<>();
      rig.sequencer.addDurableListener(
          new DurableListener() {
            @Override
            public void onDurableFacts(DurableBlock block) {}

            @Override
            public void onAnswered() {
              answeredFirst.complete(reply.join().isDone());
            }
          });

      reply.complete(rig.submit(Rig.acquire("a", 0)));

      assertThat(answeredFirst.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
