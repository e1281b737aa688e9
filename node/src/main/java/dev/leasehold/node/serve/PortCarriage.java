package dev.leasehold.node.serve;

import com.linecorp.armeria.common.util.SafeCloseable;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.serve.waiting.OpenRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;

/** Calls that come over a connection. */
record PortCarriage(ServiceRequestContext ctx) implements Carriage {

  /** Of the call that this thread is serving. */
  static Carriage current() {
    return new PortCarriage(ServiceRequestContext.current());
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
  public OpenRequest open(ServerCallStreamObserver<?> call) {
    return new OpenCall(ctx);
  }

  /** A certificate is known by the request that came with it. */
  @Override
  public Admission asCaller(Supplier<Admission> admit) {
    try (SafeCloseable unused = ctx.push()) {
      return admit.get();
    }
  }
}
