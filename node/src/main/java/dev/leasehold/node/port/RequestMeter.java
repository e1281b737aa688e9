package dev.leasehold.node.port;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.grpc.protocol.GrpcHeaderNames;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.grpc.GrpcAdmission;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.Operations;
import io.netty.util.AsciiString;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes the time of every request. */
record RequestMeter(Figures figures) implements DecoratingHttpServiceFunction {

  /** All that is no operation counts together, however many paths callers make up. */
  private static final String OTHER = "other";

  private static final AsciiString GRPC_STATUS = GrpcHeaderNames.GRPC_STATUS;

  private static final Set<String> NAMES =
      Stream.concat(Operations.ALL.stream(), Stream.of(Operations.WATCH))
          .map(operation -> operation.schema().getName())
          .collect(Collectors.toUnmodifiableSet());

  @Override
  public HttpResponse serve(HttpService delegate, ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    boolean isGrpc = GrpcAdmission.isGrpc(request.contentType());
    CompletableFuture<Void> unused = ctx.log().whenComplete().thenAccept(log -> count(log, isGrpc));
    return delegate.serve(ctx, request);
  }

  private void count(RequestLog log, boolean isGrpc) {
    String status =
        isGrpc
            ? log.responseTrailers()
                .get(GRPC_STATUS, log.responseHeaders().get(GRPC_STATUS, "none"))
            : log.responseHeaders().get(HttpHeaderNames.STATUS, "none");
    figures.answered(isGrpc ? "grpc" : "http", operation(log), status, log.totalDurationNanos());
  }

  /** The operation by the last part of its name, since gRPC does not have the whole name. */
  private String operation(RequestLog log) {
    String full = log.name();
    String name = full == null ? OTHER : full.substring(full.lastIndexOf('.') + 1);
    return NAMES.contains(name) ? name : OTHER;
  }
}
