package dev.leasehold.node.sequence;

import static dev.leasehold.kernel.policy.Limits.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.time.MovedTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandoverTest {

  private static final Stamp STAMP = new Stamp(1, 1, Caller.SERVER);
  private static final Reply REPLY = new Reply.Swept(0, false);

  private final MovedTime time = new MovedTime();
  private final Handover handover = new Handover(time);

  private static Outcome outcome(long position, int bytes) {
    Event event =
        new AdminEvent.SpaceDeclared(new Event.At(position, 1, 1), "x".repeat(bytes), false);
    return new Outcome(STAMP, List.of(new Fact(event, null, null)), REPLY);
  }

  private FutureTask<Void> addBesides(Outcome outcome) {
    FutureTask<Void> adding =
        new FutureTask<>(
            () -> {
              handover.add(outcome, null);
              return null;
            });
    Thread kernel = Thread.ofPlatform().start(adding);
    await().until(() -> kernel.getState() == Thread.State.WAITING);
    return adding;
  }

  private void write(long nanos) throws InterruptedException {
    handover.add(outcome(1, 1), null);
    handover.take();
    time.standStill(nanos);
    handover.written();
  }

  @Test
  void nobodyKnowsBeforeTheFirstWriteWhetherThereIsTimeForTwo() {
    time.standStill(SECOND);
    assertThat(handover.hasTimeForAnother()).isFalse();
  }

  @ParameterizedTest(name = "after a write of {0} ns and a rest of {1} ns: {2}")
  @CsvSource({"0, 0, true", "10, 0, false", "10, 9, false", "10, 10, true", "10, 1000, true"})
  void aWriterHasTimeForAnotherBlockIfItRestsForAsLongAsItWrites(
      long writeNanos, long restNanos, boolean hasTime) throws Exception {
    write(writeNanos);
    time.standStill(restNanos);
    assertThat(handover.hasTimeForAnother()).isEqualTo(hasTime);
  }

  @Test
  void aWriterThatWritesOrIsAboutToHasNoTimeForAnotherBlock() throws Exception {
    write(0);
    handover.add(outcome(1, 1), null);
    assertThat(handover.hasTimeForAnother()).isFalse();
    handover.take();
    assertThat(handover.hasTimeForAnother()).isFalse();
  }

  @Test
  void aBatchFullOfBytesIsTakenBeforeMoreIsAdded() throws Exception {
    handover.add(outcome(1, Batch.MAX_BYTES), null);
    FutureTask<Void> adding = addBesides(outcome(2, 1));
    assertThat(handover.take().durable().events()).hasSize(1);
    adding.get();
    handover.written();
    assertThat(handover.take().durable().events()).hasSize(1);
  }

  @Test
  void aBatchFullOfRepliesIsTakenBeforeMoreIsAdded() throws Exception {
    Outcome read = new Outcome(STAMP, List.of(), REPLY);
    for (int i = 0; i < Batch.MAX_REPLIES; i++) {
      handover.add(read, new CompletableFuture<>());
    }
    FutureTask<Void> adding = addBesides(read);
    handover.take();
    adding.get();
  }

  @Test
  void aRunThatBeganWithRoomWaitsForNone() throws Exception {
    handover.add(outcome(1, Batch.MAX_BYTES / 2 - 10), null);
    assertThat(handover.hasRoom()).isTrue();
    handover.addAtOnce(outcome(2, Batch.MAX_BYTES / 2 + 10), null);
    handover.addAtOnce(outcome(3, 1), null);
    assertThat(handover.hasRoom()).isFalse();
    assertThat(handover.take().durable().events()).hasSize(3);
    assertThat(handover.hasRoom()).isTrue();
  }

  @Test
  void whoWaitsForRoomIsToldThatThereWillBeNone() throws Exception {
    handover.add(outcome(1, Batch.MAX_BYTES), null);
    FutureTask<Void> adding = addBesides(outcome(2, 1));
    handover.abort();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(adding::get)
        .withCauseInstanceOf(StoppedException.class);
  }

  @Test
  void whatIsThereIsStillTakenAfterTheClose() throws Exception {
    handover.add(outcome(1, 1), null);
    handover.close();
    assertThat(handover.take().durable().events()).hasSize(1);
    handover.written();
    assertThat(handover.take()).isNull();
  }

  @Test
  void theWriterWaitsForAnotherThatWrites() throws Exception {
    assertThat(handover.takeIfIdle()).isNull();
    handover.add(outcome(1, 1), null);
    assertThat(handover.isIdle()).isFalse();
    assertThat(handover.takeIfIdle().durable().events()).hasSize(1);
    handover.add(outcome(2, 1), null);
    assertThat(handover.takeIfIdle()).isNull();
    FutureTask<Batch> taking = new FutureTask<>(handover::take);
    Thread writer = Thread.ofPlatform().start(taking);
    await().until(() -> writer.getState() == Thread.State.WAITING);
    handover.written();
    assertThat(taking.get().durable().events()).hasSize(1);
  }

  @Test
  void manyOutcomesAreForTheWriterAlone() throws Exception {
    for (int i = 0; i < DirectExecution.MAX_WRITTEN; i++) {
      handover.add(outcome(i + 1, 1), new CompletableFuture<>());
    }
    assertThat(handover.takeIfIdle()).isNotNull();
    handover.written();
    for (int i = 0; i <= DirectExecution.MAX_WRITTEN; i++) {
      handover.add(outcome(i + 10, 1), new CompletableFuture<>());
    }
    assertThat(handover.takeIfIdle()).isNull();
    assertThat(handover.take()).isNotNull();
  }

  @Test
  void nothingIsTakenAfterAnAbort() throws Exception {
    handover.add(outcome(1, 1), null);
    assertThat(handover.abort().durable().events()).hasSize(1);
    assertThat(handover.take()).isNull();
  }
}
