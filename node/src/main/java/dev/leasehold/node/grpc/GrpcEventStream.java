package dev.leasehold.node.grpc;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.SchemaCheck;
import dev.leasehold.node.operation.problem.Problems;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/** Events as they happen, as a gRPC stream. */
public final class GrpcEventStream {

  private final EventWatch watch;
  private final Supplier<CallTransport> transports;

  /**
   * @param transports gives that of the call that the thread is serving
   */
  public GrpcEventStream(EventWatch watch, Supplier<CallTransport> transports) {
    this.watch = watch;
    this.transports = transports;
  }

  public ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(EventServiceGrpc.getServiceDescriptor())
        .addMethod(EventServiceGrpc.getWatchMethod(), this::start)
        .build();
  }

  private ServerCall.Listener<WatchRequest> start(
      ServerCall<WatchRequest, CloudEvent> call, Metadata headers) {
    CallTransport transport = transports.get();
    PresentedCredential shown = transport.credential(headers);
    return switch (watch.admit(shown)) {
      case AccessDecision.Refused refused -> GrpcProblems.refuse(call, Problems.of(refused));
      case AccessDecision.Admitted admitted ->
          ServerCalls.<WatchRequest, CloudEvent>asyncServerStreamingCall(
                  (request, observer) ->
                      begin(transport, shown, admitted.caller(), request, observer))
              .startCall(call, headers);
    };
  }

  private void begin(
      CallTransport transport,
      PresentedCredential shown,
      Caller caller,
      WatchRequest request,
      StreamObserver<CloudEvent> observer) {
    Problem obstacle;
    try {
      SchemaCheck.check(request);
      obstacle =
          watch.begin(
              shown,
              caller,
              request,
              events -> {
                transport.lastForEver();
                return new GrpcSink(
                    transport.loop(), (ServerCallStreamObserver<CloudEvent>) observer, events);
              });
    } catch (MalformedInput e) {
      obstacle = Problems.malformed(e);
    }
    if (obstacle != null) {
      observer.onError(GrpcProblems.exception(obstacle));
    }
  }
}
