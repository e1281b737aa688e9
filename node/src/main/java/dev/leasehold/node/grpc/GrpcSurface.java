package dev.leasehold.node.grpc;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.HttpServiceWithRoutes;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.codec.SchemaCheck;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.waiting.OpenRequest;
import io.grpc.BindableService;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The operations as gRPC. */
public final class GrpcSurface {

  private final Dispatcher dispatcher;
  private final Supplier<CallTransport> transports;

  /**
   * @param transports gives that of the call that the thread is serving
   */
  public GrpcSurface(Dispatcher dispatcher, Supplier<CallTransport> transports) {
    this.dispatcher = dispatcher;
    this.transports = transports;
  }

  /**
   * The services for a port, with gRPC's own.
   *
   * @param ready whether the server takes requests
   */
  public static HttpServiceWithRoutes forPort(
      List<ServerServiceDefinition> services, BooleanSupplier ready) {
    List<ServerServiceDefinition> all = new ArrayList<>(services);
    // Both can be read without a token at /openapi.json and /readyz, too.
    BindableService reflection = ProtoReflectionServiceV1.newInstance();
    BindableService health = new GrpcHealth(ready);
    all.add(reflection.bindService());
    all.add(health.bindService());
    return new DeferredGrpc(all, () -> make(services, List.of(reflection, health)));
  }

  /**
   * @param known services that Armeria wants to see as they are, for it treats some in its own way
   */
  private static GrpcService make(
      List<ServerServiceDefinition> services, List<BindableService> known) {
    GrpcServiceBuilder grpc =
        GrpcService.builder()
            .supportedSerializationFormats(GrpcSerializationFormats.PROTO)
            .maxRequestMessageLength(WireLimits.MAX_BODY_BYTES)
            // A client that names no deadline would otherwise have none at all.
            .useClientTimeoutHeader(false)
            .exceptionHandler(new GrpcProblems());
    services.forEach(grpc::addService);
    known.forEach(grpc::addService);
    return grpc.build();
  }

  public List<ServerServiceDefinition> definitions() {
    Map<String, List<Operation>> services = new LinkedHashMap<>();
    for (Operation operation : Operations.ALL) {
      services
          .computeIfAbsent(
              Objects.requireNonNull(operation.rpc().getServiceName()), key -> new ArrayList<>())
          .add(operation);
    }
    return services.entrySet().stream().map(e -> definition(e.getKey(), e.getValue())).toList();
  }

  /** Defines a service with its schema, which reflection shows. */
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
    return (call, headers) -> {
      CallTransport transport = transports.get();
      PresentedCredential shown = transport.credential(headers);
      return switch (dispatcher.admit(shown, operation.permission())) {
        case AccessDecision.Refused refused -> GrpcProblems.refuse(call, Problems.of(refused));
        case AccessDecision.Admitted admitted ->
            ServerCalls.<Message, Message>asyncUnaryCall(
                    (request, observer) ->
                        answer(
                            operation,
                            admitted.caller(),
                            request,
                            transport.open(
                                (ServerCallStreamObserver<Message>) observer,
                                shown.authorization()),
                            reply -> send(observer, transport, reply)))
                .startCall(call, headers);
      };
    };
  }

  private void answer(
      Operation operation,
      Caller caller,
      Message request,
      OpenRequest open,
      Consumer<Answer> send) {
    try {
      SchemaCheck.check(request);
    } catch (MalformedInput e) {
      send.accept(dispatcher.malformed(e));
      return;
    }
    // Sending fails only when the call was given up, and then nobody is left to be told.
    CompletableFuture<Void> unused =
        dispatcher.answer(operation, caller, request, open).thenAccept(send);
  }

  private static void send(
      StreamObserver<Message> observer, CallTransport transport, Answer answer) {
    switch (answer) {
      case Answer.Success success -> {
        try {
          transport.replying(success.message().getSerializedSize());
        } catch (NotReceived e) {
          observer.onError(GrpcProblems.exception(e.problem()));
          return;
        }
        observer.onNext(success.message());
        observer.onCompleted();
      }
      case Answer.Refused refused -> observer.onError(GrpcProblems.exception(refused.problem()));
    }
  }
}
