package dev.leasehold.node.grpc;

import com.linecorp.armeria.common.ExchangeType;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.SimpleDecoratingHttpService;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.StreamServiceGrpc;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.Origins;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.http.receive.RequestCredential;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides on the headers of a gRPC call who calls, and takes a body only of those it knows. */
public final class GrpcAdmission extends SimpleDecoratingHttpService {

  /** A byte of flags and four of length come before a message. */
  private static final int FRAME_BYTES = 5;

  private static final String STREAM =
      "/" + StreamServiceGrpc.getExchangeMethod().getFullMethodName();

  /** Stands for a stream, whose operations are looked at one by one. */
  private static final Operation READ =
      Objects.requireNonNull(Operations.of(GetLeaseRequest.getDefaultInstance()));

  private final HttpService others;
  private final Dispatcher dispatcher;
  private final Receiving receiving;
  private final Map<String, Operation> operations;
  private final AtomicInteger strangers = new AtomicInteger();

  /**
   * @param others serves the same paths without gRPC's content type: to everybody else these paths
   *     do not exist
   */
  public GrpcAdmission(
      HttpService grpc, HttpService others, Dispatcher dispatcher, Receiving receiving) {
    super(grpc);
    this.others = others;
    this.dispatcher = dispatcher;
    this.receiving = receiving;
    this.operations =
        Stream.concat(Operations.ALL.stream(), Stream.of(Operations.WATCH))
            .collect(
                Collectors.toUnmodifiableMap(
                    operation -> "/" + operation.rpc().getFullMethodName(), Function.identity()));
  }

  /** A streaming type, since a unary request would be received before this is asked. */
  @Override
  public ExchangeType exchangeType(RoutingContext routing) {
    return super.exchangeType(routing).isResponseStreaming()
        ? ExchangeType.BIDI_STREAMING
        : ExchangeType.REQUEST_STREAMING;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) throws Exception {
    if (!isGrpc(request.contentType())) {
      return others.serve(ctx, request);
    }
    Problem foreign = Origins.refusal(request);
    if (foreign != null) {
      return refused(foreign);
    }
    boolean isStream = ctx.path().equals(STREAM);
    Operation operation = isStream ? READ : operations.get(ctx.path());
    if (operation == null) {
      return serveStranger(ctx, request);
    }
    return switch (dispatcher.admit(RequestCredential.of(ctx, request), operation.permission())) {
      case AccessDecision.Forbidden forbidden when isStream ->
          receive(ctx, request, null, forbidden.caller().actor());
      case AccessDecision.Refused refused -> refused(Problems.of(refused));
      case AccessDecision.Admitted admitted ->
          receive(ctx, request, isStream ? null : operation, admitted.caller().actor());
    };
  }

  /**
   * @param operation null for a stream of operations, of which each is looked at by itself
   */
  private HttpResponse receive(
      ServiceRequestContext ctx, HttpRequest request, @Nullable Operation operation, String caller)
      throws Exception {
    try {
      return unwrap()
          .serve(
              ctx,
              operation == null
                  ? receiving.stream(ctx, request, caller)
                  : receiving.counted(
                      ctx, request, caller, WireLimits.bodyBytes(operation) + FRAME_BYTES));
    } catch (NotReceived e) {
      return refused(e.problem());
    }
  }

  /** Health and reflection are for everybody: few calls at a time, short and small. */
  private HttpResponse serveStranger(ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    if (strangers.incrementAndGet() > WireLimits.MAX_STRANGERS_CALLS) {
      strangers.decrementAndGet();
      return refused(
          Problems.of(ProblemCode.UNAVAILABLE, "too many such calls are open; try again later"));
    }
    CompletableFuture<Void> unused =
        ctx.log().whenComplete().thenAccept(log -> strangers.decrementAndGet());
    ctx.setRequestTimeout(WireLimits.STRANGERS_TIMEOUT);
    ctx.setMaxRequestLength(WireLimits.MAX_STRANGERS_BODY_BYTES);
    return unwrap().serve(ctx, request);
  }

  public static boolean isGrpc(@Nullable MediaType type) {
    return type != null && GrpcSerializationFormats.PROTO.isAccepted(type);
  }

  private static HttpResponse refused(Problem problem) {
    return HttpResponse.of(GrpcProblems.response(problem));
  }
}
