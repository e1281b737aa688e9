package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Role;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.publish.EventTypes;
import dev.leasehold.node.publish.Interest;
import dev.leasehold.node.publish.Publisher;
import dev.leasehold.node.publish.Sink;
import dev.leasehold.node.publish.StreamEnd;
import dev.leasehold.node.publish.Watcher;
import dev.leasehold.node.serve.codec.FieldText;
import dev.leasehold.node.serve.codec.MalformedInput;
import dev.leasehold.node.serve.codec.SchemaCheck;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Events as they happen, as server-sent events and as a gRPC stream. */
final class WatchSurface implements HttpService {

  /** Its request comes in like any other; its reply has no end, so it is in no registry. */
  static final Operation OPERATION =
      Operation.of(
          EventServiceGrpc.getWatchMethod(),
          Permission.WATCH,
          (caller, request) -> {
            throw new IllegalStateException("a stream is not planned");
          });

  private static final Route ROUTE = Route.of(OPERATION);
  private static final String LAST_EVENT_ID = "last-event-id";

  /** Many more than there are types of events. */
  private static final int MAX_TYPES = 64;

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Desk desk;
  private final Publisher publisher;
  private final EventWire wire;
  private final Supplier<Carriage> carriage;

  /**
   * @param carriage of the gRPC call that the thread is serving
   */
  WatchSurface(Desk desk, Publisher publisher, String source, Supplier<Carriage> carriage) {
    this.desk = desk;
    this.carriage = carriage;
    this.publisher = publisher;
    this.wire = new EventWire(source);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    if (request.method() != HttpMethod.GET) {
      return HttpReplies.wrongMethod("GET");
    }
    ctx.logBuilder().name(OPERATION.schema().getFullName());
    ctx.setMaxRequestLength(WireLimits.MAX_STRANGERS_BODY_BYTES);
    String authorization = HttpSurface.authorization(request);
    return switch (desk.admit(authorization, OPERATION)) {
      case Admission.Unauthenticated none -> HttpReplies.problem(Problems.unauthenticated());
      case Admission.Forbidden forbidden ->
          HttpReplies.problem(Problems.forbidden(forbidden.role()));
      case Admission.Admitted admitted ->
          HttpResponse.of(
              request
                  .aggregate(ctx.eventLoop())
                  .thenApply(
                      http -> {
                        try {
                          Message message =
                              HttpInput.read(ROUTE, RawTarget.parse(ctx.rawPath()), http);
                          String lastId = request.headers().get(LAST_EVENT_ID);
                          return stream(
                              ctx,
                              authorization,
                              admitted.caller(),
                              resumed((WatchRequest) message, lastId));
                        } catch (MalformedInput e) {
                          return HttpReplies.problem(Problems.malformed(e));
                        }
                      }));
    };
  }

  /** A browser that reconnects sends the old query and the id of the last event it saw. */
  private static WatchRequest resumed(WatchRequest request, @Nullable String lastId)
      throws MalformedInput {
    if (lastId == null || lastId.isEmpty()) {
      return request;
    }
    try {
      Object position =
          FieldText.parse(request.getDescriptorForType().findFieldByName("from"), lastId);
      return request.toBuilder().setFrom((Long) position).build();
    } catch (MalformedInput e) {
      throw e.in("Last-Event-ID");
    }
  }

  private HttpResponse stream(
      ServiceRequestContext ctx,
      @Nullable String authorization,
      Caller caller,
      WatchRequest request) {
    HttpResponseWriter response = HttpResponse.streaming();
    Problem obstacle =
        begin(
            caller,
            request,
            () -> {
              ctx.clearRequestTimeout();
              response.write(
                  ResponseHeaders.builder(HttpStatus.OK)
                      .contentType(MediaType.EVENT_STREAM)
                      .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                      .set("x-accel-buffering", "no")
                      .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
                      .build());
              return new SseSink(ctx, response, wire);
            },
            () -> admit(new PortCarriage(ctx), authorization));
    return obstacle == null ? response : HttpReplies.problem(obstacle);
  }

  private Admission admit(Carriage carried, @Nullable String authorization) {
    return carried.asCaller(() -> desk.admit(authorization, OPERATION));
  }

  /** The stream as a gRPC service. */
  ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(EventServiceGrpc.getServiceDescriptor())
        .addMethod(
            EventServiceGrpc.getWatchMethod(),
            (call, headers) -> {
              String authorization = headers.get(AUTHORIZATION);
              return switch (desk.admit(authorization, OPERATION)) {
                case Admission.Unauthenticated none -> refuse(call, Problems.unauthenticated());
                case Admission.Forbidden forbidden ->
                    refuse(call, Problems.forbidden(forbidden.role()));
                case Admission.Admitted admitted ->
                    ServerCalls
                        .<WatchRequest, dev.leasehold.api.v1.CloudEvent>asyncServerStreamingCall(
                            (request, observer) ->
                                stream(authorization, admitted.caller(), request, observer))
                        .startCall(call, headers);
              };
            })
        .build();
  }

  private static <Q, R> ServerCall.Listener<Q> refuse(ServerCall<Q, R> call, Problem problem) {
    call.close(GrpcProblems.status(problem), GrpcProblems.trailers(problem));
    return new ServerCall.Listener<>() {};
  }

  private void stream(
      @Nullable String authorization,
      Caller caller,
      WatchRequest request,
      StreamObserver<dev.leasehold.api.v1.CloudEvent> observer) {
    Carriage carried = carriage.get();
    try {
      SchemaCheck.check(request);
    } catch (MalformedInput e) {
      observer.onError(GrpcProblems.exception(Problems.malformed(e)));
      return;
    }
    Problem obstacle =
        begin(
            caller,
            request,
            () -> {
              carried.lastForEver();
              return new GrpcSink(
                  carried.loop(),
                  (ServerCallStreamObserver<dev.leasehold.api.v1.CloudEvent>) observer,
                  wire);
            },
            () -> admit(carried, authorization));
    if (obstacle != null) {
      observer.onError(GrpcProblems.exception(obstacle));
    }
  }

  /** Begins to watch, or says why not. */
  private @Nullable Problem begin(
      Caller caller, WatchRequest request, Supplier<Sink> sink, Supplier<Admission> again) {
    long newest = publisher.position();
    long from = request.hasFrom() ? request.getFrom() : newest;
    Set<String> types = new HashSet<>();
    request.getTypesList().forEach(list -> types.addAll(List.of(list.split(","))));
    Problem problem = check(from, newest, types);
    problem = problem != null ? problem : checkHolder(caller, request.getHolder());
    if (problem != null) {
      return problem;
    }
    Interest interest = new Interest(caller, request.getSpace(), request.getHolder(), types);
    Optional<Watcher> watcher =
        publisher.watch(interest, from, sink, () -> again.get() instanceof Admission.Admitted);
    if (watcher.isEmpty()) {
      return StreamProblems.tooMany();
    }
    if (!(again.get() instanceof Admission.Admitted)) {
      watcher.get().end(StreamEnd.Reason.TOKEN_ENDED);
    }
    return null;
  }

  private static @Nullable Problem checkHolder(Caller caller, String holder) {
    return caller.role() != Role.AGENT || holder.isEmpty() || holder.equals(caller.actor())
        ? null
        : Problems.of(ProblemCode.FORBIDDEN, "an agent watches its own leases only");
  }

  private @Nullable Problem check(long from, long newest, Set<String> types) {
    if (from < 0) {
      return Problems.invalid("from", "from must not be negative");
    }
    if (from > newest) {
      return StreamProblems.ahead(from, newest);
    }
    if (types.size() > MAX_TYPES) {
      return Problems.invalid("types", "there are at most " + MAX_TYPES + " types");
    }
    if (!types.stream().allMatch(type -> type.startsWith(EventTypes.PREFIX))) {
      return Problems.invalid(
          "types", "types are whole names, such as " + EventTypes.PREFIX + "lease.granted");
    }
    try {
      long first = publisher.firstPosition();
      return from + 1 < first ? StreamProblems.pruned(from, first) : null;
    } catch (IOException e) {
      return Problems.ofFailure(e);
    }
  }
}
