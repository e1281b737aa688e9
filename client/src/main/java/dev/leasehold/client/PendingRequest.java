package dev.leasehold.client;

import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request on its way, through as many streams as it takes. */
final class PendingRequest {

  final StreamRequest message;

  /** The id of the request; empty if it has none. */
  final String requestId;

  /** Whether the server may take its time, because others have what is asked for. */
  final boolean waits;

  final long deadlineNanos;

  /** Completes on the thread for replies, with a refusal as well as with a success. */
  final CompletableFuture<Answer> answer = new CompletableFuture<>();

  /** From here to {@code trouble}: notes of the window, and of the link under its lock. */
  boolean sent;

  long sentNanos;
  boolean abandoned;

  /** Whether an attempt without an answer may have been carried out. */
  boolean doubtful;

  boolean hasPlace;
  @Nullable Throwable trouble;

  private Runnable givenUp = () -> {};
  private volatile @Nullable Throwable obstacle;
  private volatile @Nullable Consumer<Throwable> heldUp;

  PendingRequest(StreamRequest message, String requestId, boolean waits, long deadlineNanos) {
    this.message = message;
    this.requestId = requestId;
    this.waits = waits;
    this.deadlineNanos = deadlineNanos;
  }

  long correlation() {
    return message.getCorrelation();
  }

  /** Sets the task to run when the caller cancels the {@link #result}. */
  PendingRequest whenGivenUp(Runnable task) {
    givenUp = task;
    return this;
  }

  /** Tells, as often as it happens, what keeps the request from being sent; it is tried again. */
  void whenHeldUp(Consumer<Throwable> listener) {
    heldUp = listener;
    tellIfHeldUp();
  }

  void troubledBy(Throwable failure, boolean heldUp) {
    trouble = failure;
    if (heldUp) {
      obstacle = failure;
    }
  }

  boolean tellsWhenHeldUp() {
    return heldUp != null;
  }

  void tellIfHeldUp() {
    Consumer<Throwable> listener = heldUp;
    Throwable now = obstacle;
    if (listener != null && now != null && !answer.isDone()) {
      listener.accept(now);
    }
  }

  /** The caller's future: completes with the value, or fails with the refusal. */
  <T> CompletableFuture<T> result(Function<StreamReply, T> value) {
    CompletableFuture<T> result = new CompletableFuture<>();
    whenAnswered(
        (reply, sentNanos) -> {
          if (reply.hasProblem()) {
            result.completeExceptionally(new RefusedException(reply.getProblem()));
          } else {
            result.complete(value.apply(reply));
          }
        },
        result::completeExceptionally);
    Completion.of(
        result,
        (done, failure) -> {
          if (result.isCancelled()) {
            givenUp.run();
          }
        });
    return result;
  }

  /** Calls one of the two with the reply or the failure, on the thread for replies. */
  void whenAnswered(ReplyReader reader, Consumer<Throwable> whenFailed) {
    Completion.of(
        answer,
        (answered, failure) -> {
          if (answered != null) {
            reader.read(answered.reply(), answered.sentNanos());
          } else if (failure != null) {
            whenFailed.accept(failure);
          }
        });
  }

  /** The failure of a request that was not answered in time. */
  LeaseholdException unanswered(String why) {
    String name = message.getRequestCase().name();
    String reason = why + ConnectionFailure.suffixFor(trouble);
    if (!sent) {
      return new NotSentException(name + " was not sent: " + reason, trouble);
    }
    return new OutcomeUnknownException(
        name + " was sent and may have been carried out or not: " + reason, requestId, trouble);
  }

  /**
   * A reply and what it can be counted from.
   *
   * @param sentNanos when the request was sent on the stream that answered it: whatever the reply
   *     says was so at that time or later
   */
  record Answer(StreamReply reply, long sentNanos) {}

  /** Takes the two parts of an {@link Answer}. */
  interface ReplyReader {
    void read(StreamReply reply, long sentNanos);
  }
}
