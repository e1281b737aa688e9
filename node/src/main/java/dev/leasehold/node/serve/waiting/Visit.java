package dev.leasehold.node.serve.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** One request that is open for a wait. */
final class Visit {

  private final OpenRequest request;
  private final CompletableFuture<Waited> answer = new CompletableFuture<>();
  private boolean told;

  Visit(OpenRequest request) {
    this.request = request;
  }

  CompletableFuture<Waited> answer() {
    return answer;
  }

  boolean isTold() {
    return told;
  }

  /** Tells it once. */
  void tell(Waited waited) {
    if (told) {
      return;
    }
    told = true;
    try {
      request
          .executor()
          .execute(
              () -> {
                request.hurry();
                answer.complete(waited);
              });
    } catch (RejectedExecutionException e) {
      // Its connection is closed for good, so nobody is left to be told; its delivery says so.
      answer.complete(waited);
    }
  }
}
