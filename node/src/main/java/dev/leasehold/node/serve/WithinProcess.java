package dev.leasehold.node.serve;

import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.serve.waiting.WaitingRoom;
import dev.leasehold.node.tables.Archive;
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
public final class WithinProcess implements Wire {

  private static final long STOP_SECONDS = 10;

  private final Server server;
  private final EventLoop loop;
  private final WaitingRoom waitingRoom;
  private final StreamSurface streams;

  private WithinProcess(
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
  public static WithinProcess open(
      String name,
      Credentials credentials,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      Office office,
      Archive archive,
      Publishing publishing)
      throws IOException {
    EventLoop loop = new DefaultEventLoop(new DefaultThreadFactory("leasehold-within", true));
    Carriage carriage = new ProcessCarriage(loop);
    Desk desk =
        new Desk(credentials, sequencer, waitingRoom, office, archive, publishing.figures());
    StreamSurface streams = new StreamSurface(desk, () -> carriage);
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .executor(loop)
            .addService(streams.definition())
            .addService(
                new WatchSurface(desk, publishing.publisher(), publishing.source(), () -> carriage)
                    .definition());
    new GrpcSurface(desk, () -> carriage).definitions(Operations.ALL).forEach(builder::addService);
    return new WithinProcess(builder.build().start(), loop, waitingRoom, streams);
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
