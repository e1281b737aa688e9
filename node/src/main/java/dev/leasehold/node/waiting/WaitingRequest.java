package dev.leasehold.node.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request that is open for a wait. */
final class WaitingRequest {

  private final OpenRequest request;
  private final CompletableFuture<WaitResult> answer = new CompletableFuture<>();
  private boolean answered;

  WaitingRequest(OpenRequest request) {
    this.request = request;
  }

  CompletableFuture<WaitResult> answer() {
    return answer;
  }

  boolean isAnswered() {
    return answered;
  }

  /** Notes that the answer did not reach the request after all. */
  void markUnanswered() {
    answered = false;
  }

  /**
   * Answers once, with what is so when the request's own thread comes to it: a client that does not
   * read for a while must not get what was so when it stopped.
   *
   * @param news gives the result as it is by then; null if that is not known, and it is answered
   *     later
   */
  void finish(Supplier<@Nullable WaitResult> news) {
    if (answered) {
      return;
    }
    answered = true;
    try {
      request.executor().execute(() -> hear(news));
    } catch (RejectedExecutionException e) {
      // Its connection is closed for good, so nobody is left to be told; its delivery says so.
      hear(news);
    }
  }

  private void hear(Supplier<@Nullable WaitResult> news) {
    WaitResult waited = news.get();
    if (waited != null) {
      request.hurry();
      answer.complete(waited);
    }
  }
}
