package dev.leasehold.node.serve;

import dev.leasehold.node.serve.waiting.OpenRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** One request of a stream, which is open as long as the stream is. */
final class StreamedRequest implements OpenRequest {

  final long correlation;
  final boolean mayWait;
  private final Executor executor;
  private final CompletableFuture<Boolean> delivery = new CompletableFuture<>();

  StreamedRequest(long correlation, boolean mayWait, Executor executor) {
    this.correlation = correlation;
    this.mayWait = mayWait;
    this.executor = executor;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  /** A stream has no time limit. */
  @Override
  public void stay() {}

  @Override
  public void hurry() {}

  @Override
  public CompletableFuture<Boolean> delivery() {
    return delivery;
  }
}
