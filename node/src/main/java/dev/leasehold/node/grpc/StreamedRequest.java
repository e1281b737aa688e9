package dev.leasehold.node.grpc;

import dev.leasehold.node.waiting.OpenRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One request of a stream, which is open as long as the stream is. */
final class StreamedRequest implements OpenRequest {

  final long correlation;
  final boolean mayWait;
  private final Executor executor;
  private final @Nullable String authorization;
  private final CompletableFuture<Boolean> delivery = new CompletableFuture<>();

  StreamedRequest(
      long correlation, boolean mayWait, Executor executor, @Nullable String authorization) {
    this.correlation = correlation;
    this.mayWait = mayWait;
    this.executor = executor;
    this.authorization = authorization;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public @Nullable String authorization() {
    return authorization;
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
