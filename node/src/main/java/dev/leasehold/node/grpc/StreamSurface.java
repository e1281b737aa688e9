package dev.leasehold.node.grpc;

import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamServiceGrpc;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.sequence.Sequencer;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The operations as a stream in both directions, for programs with many requests under way. */
public final class StreamSurface implements AutoCloseable {

  private final Dispatcher dispatcher;
  private final Sequencer sequencer;
  private final Supplier<CallTransport> transports;
  private final Set<StreamSession> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private final StreamFlush flush = new StreamFlush();

  /**
   * @param sequencer tells when the replies of a block are there, and takes a batch as one
   * @param transports gives that of the call that the thread is serving
   */
  public StreamSurface(
      Dispatcher dispatcher, Sequencer sequencer, Supplier<CallTransport> transports) {
    this.dispatcher = dispatcher;
    this.sequencer = sequencer;
    this.transports = transports;
    sequencer.addDurableListener(flush);
  }

  public ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(StreamServiceGrpc.getServiceDescriptor())
        .addMethod(StreamServiceGrpc.getExchangeMethod(), this::start)
        .build();
  }

  /** A stream lasts as long as both want it to; what it may take is bounded by its own rules. */
  private ServerCall.Listener<RequestBatch> start(
      ServerCall<RequestBatch, ReplyBatch> call, Metadata headers) {
    CallTransport transport = transports.get();
    PresentedCredential shown = transport.credential(headers);
    // A caller that may not acquire may do something else: its requests are looked at one by one.
    if (dispatcher.admit(shown, Permission.ACQUIRE)
        instanceof AccessDecision.Unauthenticated none) {
      return GrpcProblems.refuse(call, Problems.of(none));
    }
    transport.lastForEver();
    StreamSession session =
        new StreamSession(dispatcher, sequencer, shown, call, transport, flush, open::remove);
    open.add(session);
    if (closed) {
      session.stop();
    }
    session.begin();
    return session;
  }

  /** Reads nothing more from any stream, answers what it has read, and ends it. */
  @Override
  public void close() {
    closed = true;
    open.forEach(StreamSession::stop);
  }
}
