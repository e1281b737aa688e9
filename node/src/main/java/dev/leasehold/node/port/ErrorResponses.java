package dev.leasehold.node.port;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ShuttingDownException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.grpc.GrpcAdmission;
import dev.leasehold.node.grpc.GrpcProblems;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.http.lfs.LfsReplies;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import org.jspecify.annotations.Nullable;

/** Errors before or beside the operations, as problems like any other. */
final class ErrorResponses implements ServerErrorHandler {

  /** The HTTP library's words for a target that it does not hand on. */
  private static final String INVALID_PATH = "Invalid request path";

  private static final String NO_HTTP =
      "the request is not valid HTTP; with HTTP/1.1 it has one Host, and a body has either a"
          + " Content-Length or the Transfer-Encoding chunked";

  /** Leaves the choice of the status to the default, which then renders it here. */
  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext ctx, Throwable cause) {
    return null;
  }

  @Override
  public AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext ctx,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    Problem problem =
        INVALID_PATH.equals(description)
            ? Problems.invalid(
                "request",
                "the path or query is not valid: a segment must not be . or .., also where it is"
                    + " encoded; what is encoded must be whole and no NUL")
            : problem(ctx, status.code(), cause);
    if (headers != null && LfsReplies.isMeant(headers.path())) {
      return AggregatedHttpResponse.of(
          LfsReplies.problemHeaders(problem), LfsReplies.problemBody(problem));
    }
    return headers != null && GrpcAdmission.isGrpc(headers.contentType())
        ? AggregatedHttpResponse.of(GrpcProblems.response(problem))
        : AggregatedHttpResponse.of(
            HttpReplies.problemHeaders(problem).build(), HttpReplies.problemBody(problem));
  }

  private static Problem problem(
      @Nullable ServiceRequestContext ctx, int status, @Nullable Throwable cause) {
    return switch (status) {
      case 404 -> Problems.of(ProblemCode.NOT_FOUND, "there is no such path");
      case 405 -> Problems.of(ProblemCode.METHOD_NOT_ALLOWED, "there is no such method");
      case 408 -> Problems.invalid("body", "body did not arrive in time");
      case 413 -> NotReceived.tooLarge(limit(ctx)).problem();
      case 414, 431 ->
          Problems.of(ProblemCode.PAYLOAD_TOO_LARGE, "the request's line or headers are too long");
      case 503 ->
          Problems.of(
              ProblemCode.UNAVAILABLE,
              cause instanceof ShuttingDownException
                  ? "the server is stopping"
                  : WireLimits.TIMEOUT_SENTENCE);
      default -> {
        if (status < 500 || cause == null) {
          yield Problems.invalid("request", NO_HTTP);
        }
        // Clients that go away are nothing to log; nobody reads the answer either.
        yield Exceptions.isExpected(cause)
            ? Problems.of(ProblemCode.UNAVAILABLE, "the connection was closed")
            : Problems.ofFailure(cause);
      }
    };
  }

  private static long limit(@Nullable ServiceRequestContext ctx) {
    return ctx == null || ctx.maxRequestLength() == 0
        ? WireLimits.MAX_BODY_BYTES
        : ctx.maxRequestLength();
  }
}
