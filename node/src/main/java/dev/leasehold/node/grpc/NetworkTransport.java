package dev.leasehold.node.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.http.receive.ClientCertificate;
import dev.leasehold.node.http.receive.OpenHttpRequest;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.waiting.OpenRequest;
import io.grpc.Metadata;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** Calls that come over a connection. */
public record NetworkTransport(ServiceRequestContext ctx) implements CallTransport {

  /** The transport of the call that this thread is serving. */
  public static CallTransport current() {
    return new NetworkTransport(ServiceRequestContext.current());
  }

  @Override
  public EventLoop loop() {
    return ctx.eventLoop().withoutContext();
  }

  @Override
  public void lastForEver() {
    ctx.clearRequestTimeout();
    ctx.setMaxRequestLength(0);
  }

  @Override
  public OpenRequest open(ServerCallStreamObserver<?> call, @Nullable String authorization) {
    return new OpenHttpRequest(ctx, authorization);
  }

  @Override
  public void replying(int bytes) {
    Receiving.replying(ctx, bytes);
  }

  @Override
  public void undecided(long bytes) {
    Receiving.undecided(ctx, bytes);
  }

  @Override
  public boolean isHalfSent() {
    return Receiving.isHalfSent(ctx);
  }

  @Override
  public PresentedCredential credential(Metadata headers) {
    return new PresentedCredential(headers.get(AUTHORIZATION), ClientCertificate.caller(ctx));
  }
}
