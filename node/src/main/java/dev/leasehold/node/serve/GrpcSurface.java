package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Caller;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.serve.codec.MalformedInput;
import dev.leasehold.node.serve.codec.SchemaCheck;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The operations as gRPC. */
final class GrpcSurface {

  static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Desk desk;

  private final Supplier<Carriage> carriage;

  /**
   * @param carriage of the call that the thread is serving
   */
  GrpcSurface(Desk desk, Supplier<Carriage> carriage) {
    this.desk = desk;
    this.carriage = carriage;
  }

  /**
   * @param streams services that are not made of operations
   * @param ready whether the server takes requests, for gRPC's own health service
   */
  static GrpcService of(
      List<Operation> operations,
      Desk desk,
      List<ServerServiceDefinition> streams,
      BooleanSupplier ready) {
    GrpcSurface surface = new GrpcSurface(desk, PortCarriage::current);
    GrpcServiceBuilder grpc =
        GrpcService.builder()
            .supportedSerializationFormats(GrpcSerializationFormats.PROTO)
            .maxRequestMessageLength(WireLimits.MAX_BODY_BYTES)
            // A client that names no deadline would otherwise have none at all.
            .useClientTimeoutHeader(false)
            .exceptionHandler(new GrpcProblems());
    surface.definitions(operations).forEach(grpc::addService);
    streams.forEach(grpc::addService);
    // What can be read at /openapi.json and /readyz needs no token here either.
    grpc.addService(ProtoReflectionServiceV1.newInstance());
    grpc.addService(new GrpcHealth(ready));
    return grpc.build();
  }

  List<ServerServiceDefinition> definitions(List<Operation> operations) {
    Map<String, List<Operation>> services = new LinkedHashMap<>();
    for (Operation operation : operations) {
      services
          .computeIfAbsent(
              Objects.requireNonNull(operation.rpc().getServiceName()), key -> new ArrayList<>())
          .add(operation);
    }
    return services.entrySet().stream().map(e -> definition(e.getKey(), e.getValue())).toList();
  }

  /** With its schema, which reflection shows. */
  private ServerServiceDefinition definition(String name, List<Operation> operations) {
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(name)
            .setSchemaDescriptor(operations.get(0).rpc().getSchemaDescriptor());
    operations.forEach(operation -> descriptor.addMethod(operation.rpc()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    operations.forEach(operation -> service.addMethod(operation.rpc(), handler(operation)));
    return service.build();
  }

  private ServerCallHandler<Message, Message> handler(Operation operation) {
    return (call, headers) ->
        switch (desk.admit(headers.get(AUTHORIZATION), operation)) {
          case Admission.Unauthenticated none -> refuse(call, Problems.unauthenticated());
          case Admission.Forbidden forbidden -> refuse(call, Problems.forbidden(forbidden.role()));
          case Admission.Admitted admitted ->
              ServerCalls.<Message, Message>asyncUnaryCall(
                      (request, observer) ->
                          answer(operation, admitted.caller(), request, observer))
                  .startCall(call, headers);
        };
  }

  private static ServerCall.Listener<Message> refuse(
      ServerCall<Message, Message> call, Problem problem) {
    call.close(GrpcProblems.status(problem), GrpcProblems.trailers(problem));
    return new ServerCall.Listener<>() {};
  }

  private void answer(
      Operation operation, Caller caller, Message request, StreamObserver<Message> observer) {
    try {
      SchemaCheck.check(request);
    } catch (MalformedInput e) {
      tell(observer, desk.malformed(e));
      return;
    }
    // Telling fails only when the call was given up, and then nobody is left to be told.
    CompletableFuture<Void> unused =
        desk.answer(
                operation,
                caller,
                request,
                carriage.get().open((ServerCallStreamObserver<Message>) observer))
            .thenAccept(answer -> tell(observer, answer));
  }

  private static void tell(StreamObserver<Message> observer, Answer answer) {
    switch (answer) {
      case Answer.Success success -> {
        observer.onNext(success.message());
        observer.onCompleted();
      }
      case Answer.Refused refused -> observer.onError(GrpcProblems.exception(refused.problem()));
    }
  }
}
