package dev.leasehold.node.grpc;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.node.operation.problem.WatchProblems;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.publish.Publication;
import dev.leasehold.node.publish.Sink;
import dev.leasehold.node.publish.StreamEnd;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** A gRPC stream of events; its calls go to the event loop that owns the call. */
final class GrpcSink implements Sink {

  /** The most that one flush holds. */
  private static final int CHUNK_EVENTS = 64;

  private final Executor loop;
  private final ServerCallStreamObserver<? super CloudEvent> client;
  private final CloudEvents wire;
  private final AtomicBoolean closed = new AtomicBoolean();
  private List<CloudEvent> chunk = new ArrayList<>();
  private volatile Runnable wake = () -> {};
  private volatile boolean flushing;

  GrpcSink(Executor loop, ServerCallStreamObserver<? super CloudEvent> client, CloudEvents wire) {
    this.loop = loop;
    this.client = client;
    this.wire = wire;
    client.setOnCancelHandler(this::left);
    client.setOnReadyHandler(() -> wake.run());
  }

  private void left() {
    closed.set(true);
    wake.run();
  }

  @Override
  public void onChange(Runnable newWake) {
    wake = newWake;
  }

  @Override
  public void send(Publication publication) {
    chunk.add(wire.cloudEvent(publication));
  }

  @Override
  public boolean isFull() {
    return chunk.size() >= CHUNK_EVENTS;
  }

  @Override
  public void flush() {
    if (chunk.isEmpty()) {
      return;
    }
    List<CloudEvent> going = chunk;
    chunk = new ArrayList<>();
    flushing = true;
    loop.execute(
        () -> {
          if (!closed.get()) {
            going.forEach(client::onNext);
          }
          flushing = false;
          wake.run();
        });
  }

  @Override
  public boolean isReady() {
    return !flushing && client.isReady();
  }

  /** The server pings every HTTP/2 connection that is silent. */
  @Override
  public void keepAlive(long position) {}

  @Override
  public boolean isClosed() {
    return closed.get() || client.isCancelled();
  }

  @Override
  public void end(StreamEnd why) {
    flush();
    loop.execute(
        () -> {
          if (closed.compareAndSet(false, true)) {
            client.onError(GrpcProblems.exception(WatchProblems.of(why)));
          }
        });
  }
}
