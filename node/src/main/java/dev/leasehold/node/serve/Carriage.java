package dev.leasehold.node.serve;

import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.serve.waiting.OpenRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;

/** What brought a gRPC call here: the port, or a caller in this process. */
interface Carriage {

  /** Where all that happens to the call happens, one thing after the other. */
  EventLoop loop();

  /** The call lasts as long as both sides want it to. */
  void lastForEver();

  /** The call, if it has one request and one reply. To be asked for before its method returns. */
  OpenRequest open(ServerCallStreamObserver<?> call);

  /** Asks, from any thread, as the one whose call it is. */
  Admission asCaller(Supplier<Admission> admit);
}
