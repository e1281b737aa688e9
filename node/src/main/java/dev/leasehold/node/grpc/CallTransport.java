package dev.leasehold.node.grpc;

import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.waiting.OpenRequest;
import io.grpc.Metadata;
import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** The way that a gRPC call took to get here: over the network, or within this process. */
public interface CallTransport {

  Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** The event loop on which all that concerns the call runs, one thing after the other. */
  EventLoop loop();

  /** The call lasts as long as both sides want it to. */
  void lastForEver();

  /** The call, if it has one request and one reply. To be asked for before its method returns. */
  OpenRequest open(ServerCallStreamObserver<?> call, @Nullable String authorization);

  /**
   * Has room for the one reply of the call until it has left.
   *
   * @throws NotReceived if there is none
   */
  void replying(int bytes);

  /**
   * Has room for requests of so many bytes that are not decided yet, of a call that has many.
   *
   * @throws NotReceived if there is none
   */
  void undecided(long bytes);

  /** Whether a part of the next message is there and its rest is not. */
  boolean isHalfSent();

  PresentedCredential credential(Metadata headers);
}
