package dev.leasehold.node.serve;

import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.serve.waiting.OpenRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Calls from this process. Nobody vanishes without a word here, so none needs a time-out. */
record ProcessCarriage(EventLoop loop) implements Carriage {

  @Override
  public void lastForEver() {}

  @Override
  public OpenRequest open(ServerCallStreamObserver<?> call) {
    CompletableFuture<Boolean> delivery = new CompletableFuture<>();
    call.setOnCloseHandler(() -> delivery.complete(true));
    call.setOnCancelHandler(() -> delivery.complete(false));
    return new OpenWithin(loop, delivery);
  }

  @Override
  public Admission asCaller(Supplier<Admission> admit) {
    return admit.get();
  }

  private record OpenWithin(Executor executor, CompletableFuture<Boolean> delivery)
      implements OpenRequest {

    @Override
    public void stay() {}

    @Override
    public void hurry() {}
  }
}
