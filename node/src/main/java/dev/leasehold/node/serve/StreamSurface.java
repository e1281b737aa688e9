package dev.leasehold.node.serve;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamServiceGrpc;
import dev.leasehold.node.authorise.Admission;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The operations as a stream in both directions, for programs with many requests under way. */
final class StreamSurface implements AutoCloseable {

  private final Desk desk;
  private final Supplier<Carriage> carriage;
  private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private final OutcomeFlush flush = new OutcomeFlush();

  /**
   * @param carriage of the call that the thread is serving
   */
  StreamSurface(Desk desk, Supplier<Carriage> carriage) {
    this.desk = desk;
    this.carriage = carriage;
    desk.tellWhenAnswered(flush);
  }

  ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(StreamServiceGrpc.getServiceDescriptor())
        .addMethod(StreamServiceGrpc.getExchangeMethod(), this::start)
        .build();
  }

  /** A stream lasts as long as both want it to; what it may take is bounded by its own rules. */
  private ServerCall.Listener<RequestBatch> start(
      ServerCall<RequestBatch, ReplyBatch> call, Metadata headers) {
    String authorization = headers.get(GrpcSurface.AUTHORIZATION);
    if (desk.admit(authorization, Operations.ALL.get(0)) instanceof Admission.Unauthenticated) {
      return refuse(call, Problems.unauthenticated());
    }
    Carriage carried = carriage.get();
    carried.lastForEver();
    Exchange exchange =
        new Exchange(desk, call, carried.loop(), flush, authorization, open::remove);
    open.add(exchange);
    if (closed) {
      exchange.stop();
    }
    exchange.begin();
    return exchange;
  }

  private static ServerCall.Listener<RequestBatch> refuse(
      ServerCall<RequestBatch, ReplyBatch> call, Problem problem) {
    call.close(GrpcProblems.status(problem), GrpcProblems.trailers(problem));
    return new ServerCall.Listener<>() {};
  }

  /** Reads nothing more from any stream, answers what it has read, and ends it. */
  @Override
  public void close() {
    closed = true;
    open.forEach(Exchange::stop);
  }
}
