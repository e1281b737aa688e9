package dev.leasehold.node.grpc;

import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.waiting.OpenRequest;
import io.grpc.Metadata;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Calls from this process. Nobody vanishes without a word here, so none needs a time-out. */
public record InProcessTransport(EventLoop loop) implements CallTransport {

  @Override
  public void lastForEver() {}

  @Override
  public OpenRequest open(ServerCallStreamObserver<?> call, @Nullable String authorization) {
    CompletableFuture<Boolean> delivery = new CompletableFuture<>();
    call.setOnCloseHandler(() -> delivery.complete(true));
    call.setOnCancelHandler(() -> delivery.complete(false));
    return new OpenWithin(loop, authorization, delivery);
  }

  /** The reply is handed over, not kept. */
  @Override
  public void replying(int bytes) {}

  /** The caller keeps what it sends in the same memory. */
  @Override
  public void undecided(long bytes) {}

  @Override
  public boolean isHalfSent() {
    return false;
  }

  @Override
  public PresentedCredential credential(Metadata headers) {
    return new PresentedCredential(headers.get(AUTHORIZATION), null);
  }

  private record OpenWithin(
      Executor executor, @Nullable String authorization, CompletableFuture<Boolean> delivery)
      implements OpenRequest {

    @Override
    public void stay() {}

    @Override
    public void hurry() {}
  }
}
