package dev.leasehold.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls that are not on the stream: each is one request and one reply. */
final class Calls {

  private final Channel channel;
  private final Executor replies;
  private final Timing timing;
  private final long timeoutNanos;

  Calls(Channel channel, Executor replies, Timing timing, ClientOptions options) {
    this.channel = channel;
    this.replies = replies;
    this.timing = timing;
    this.timeoutNanos = Durations.nanos(options.requestTimeout);
  }

  /**
   * Asks, and asks again until the time-out if the server cannot be reached: it changes nothing.
   */
  <Q, R> CompletableFuture<R> read(MethodDescriptor<Q, R> method, Q request) {
    CompletableFuture<R> result = new CompletableFuture<>();
    attempt(method, request, timing.nanoTime() + timeoutNanos, 1, result);
    return result;
  }

  private <Q, R> void attempt(
      MethodDescriptor<Q, R> method,
      Q request,
      long deadlineNanos,
      int number,
      CompletableFuture<R> result) {
    if (result.isDone()) {
      return;
    }
    long leftNanos = Math.max(1, deadlineNanos - timing.nanoTime());
    CallOptions options =
        CallOptions.DEFAULT
            .withExecutor(replies)
            .withDeadlineAfter(leftNanos, TimeUnit.NANOSECONDS);
    ClientCalls.asyncUnaryCall(
        channel.newCall(method, options),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(R reply) {
            result.complete(reply);
          }

          @Override
          public void onError(Throwable failure) {
            long pause = Backoff.nanos(number);
            boolean again = isPassing(failure) && timing.nanoTime() + pause - deadlineNanos < 0;
            if (again) {
              timing.at(
                  timing.nanoTime() + pause,
                  () -> attempt(method, request, deadlineNanos, number + 1, result));
            } else {
              result.completeExceptionally(failure(method, failure));
            }
          }

          @Override
          public void onCompleted() {
            // The reply has come before.
          }
        });
  }

  private static boolean isPassing(Throwable failure) {
    return Status.fromThrowable(failure).getCode() == Status.Code.UNAVAILABLE;
  }

  /** The failure of a call as its caller is told. */
  static LeaseholdException failure(MethodDescriptor<?, ?> method, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    return switch (status.getCode()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, UNKNOWN ->
          new OutcomeUnknownException(
              method.getBareMethodName() + " was not answered: " + status.getCode(), "", failure);
      default -> new RefusedException(WireProblems.problem(status, trailers(failure)));
    };
  }

  private static @Nullable Metadata trailers(Throwable failure) {
    return failure instanceof StatusRuntimeException refused ? refused.getTrailers() : null;
  }
}
