package dev.leasehold.node.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request that is open for a wait. */
final class WaitingRequest {

  private final OpenRequest request;
  private final CompletableFuture<WaitResult> answer = new CompletableFuture<>();
  private boolean told;

  WaitingRequest(OpenRequest request) {
    this.request = request;
  }

  CompletableFuture<WaitResult> answer() {
    return answer;
  }

  boolean isTold() {
    return told;
  }

  /** Notes that the request has not been told after all. */
  void isStillUntold() {
    told = false;
  }

  /**
   * Tells it once, when the request comes to hear it: a client that does not read for a while must
   * not be told what was so when it stopped.
   *
   * @param news gives the result as it is by then; null if that is not known, and it is told later
   */
  void finish(Supplier<@Nullable WaitResult> news) {
    if (told) {
      return;
    }
    told = true;
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
