package dev.leasehold.node.serve;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.serve.waiting.OpenRequest;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** A request with one reply, over HTTP or gRPC. */
record OpenCall(ServiceRequestContext ctx) implements OpenRequest {

  @Override
  public Executor executor() {
    return ctx.eventLoop();
  }

  @Override
  public void stay() {
    Receiving.done(ctx);
    ctx.setRequestTimeout(WireLimits.WAIT_TIMEOUT);
  }

  @Override
  public void hurry() {
    ctx.setRequestTimeout(WireLimits.REQUEST_TIMEOUT);
  }

  @Override
  public CompletionStage<Boolean> delivery() {
    return ctx.log().whenComplete().thenApply(log -> log.responseCause() == null);
  }
}
