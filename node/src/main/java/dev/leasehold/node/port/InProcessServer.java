package dev.leasehold.node.port;

import dev.leasehold.node.grpc.CallTransport;
import dev.leasehold.node.grpc.GrpcEventStream;
import dev.leasehold.node.grpc.GrpcSurface;
import dev.leasehold.node.grpc.InProcessTransport;
import dev.leasehold.node.grpc.StreamSurface;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.waiting.WaitingRoom;
import io.grpc.Server;
import io.grpc.inprocess.InProcessServerBuilder;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The operations for callers in this process, as gRPC without a port. One thread serves all calls;
 * what takes long happens on the node's own threads anyway.
 */
public final class InProcessServer implements Entrance {

  private static final long STOP_SECONDS = 10;

  private final Server server;
  private final EventLoop loop;
  private final WaitingRoom waitingRoom;
  private final StreamSurface streams;

  private InProcessServer(
      Server server, EventLoop loop, WaitingRoom waitingRoom, StreamSurface streams) {
    this.server = server;
    this.loop = loop;
    this.waitingRoom = waitingRoom;
    this.streams = streams;
  }

  /**
   * Takes requests from when this returns.
   *
   * @param name by which channels find it; nobody else in the process has it
   */
  public static InProcessServer open(
      String name,
      Dispatcher dispatcher,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      EventWatch watch)
      throws IOException {
    EventLoop loop = new DefaultEventLoop(new DefaultThreadFactory("leasehold-within", true));
    CallTransport transport = new InProcessTransport(loop);
    StreamSurface streams = new StreamSurface(dispatcher, sequencer, () -> transport);
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .executor(loop)
            .addService(streams.definition())
            .addService(new GrpcEventStream(watch, () -> transport).definition());
    new GrpcSurface(dispatcher, () -> transport).definitions().forEach(builder::addService);
    return new InProcessServer(builder.build().start(), loop, waitingRoom, streams);
  }

  @Override
  public boolean isServing() {
    return !loop.isTerminated();
  }

  @Override
  public void close() {
    streams.close();
    waitingRoom.close();
    server.shutdown();
    try {
      if (!server.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    loop.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
  }
}
