package dev.leasehold.node.http.receive;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.waiting.OpenRequest;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A request with one reply, over HTTP or gRPC. */
public record OpenHttpRequest(ServiceRequestContext ctx, @Nullable String authorization)
    implements OpenRequest {

  @Override
  public Executor executor() {
    return ctx.eventLoop();
  }

  @Override
  public void stay() {
    Receiving.releaseBody(ctx);
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
