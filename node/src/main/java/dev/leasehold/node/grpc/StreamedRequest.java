package dev.leasehold.node.grpc;

import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.node.waiting.OpenRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One request of a stream, which is open as long as the stream is. */
final class StreamedRequest implements OpenRequest {

  final long correlation;
  final boolean mayWait;
  private final Unanswered unanswered;
  private final Executor executor;
  private final @Nullable String authorization;
  private final CompletableFuture<Boolean> delivery = new CompletableFuture<>();

  private int bytes;

  StreamedRequest(
      StreamRequest request,
      boolean mayWait,
      Unanswered unanswered,
      Executor executor,
      @Nullable String authorization) {
    this.correlation = request.getCorrelation();
    this.bytes = request.getSerializedSize();
    this.mayWait = mayWait;
    this.unanswered = unanswered;
    this.executor = executor;
    this.authorization = authorization;
  }

  /** How large the request is, as long as it is kept. */
  int bytes() {
    return bytes;
  }

  int takeBytes() {
    int taken = bytes;
    bytes = 0;
    return taken;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public @Nullable String authorization() {
    return authorization;
  }

  /** A stream has no time limit; from now on the kernel keeps what is asked for. */
  @Override
  public void stay() {
    unanswered.decided(this);
  }

  @Override
  public void hurry() {}

  @Override
  public CompletableFuture<Boolean> delivery() {
    return delivery;
  }
}
