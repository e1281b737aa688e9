package dev.leasehold.node.serve;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import dev.leasehold.api.v1.Problem;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Objects;

/** Problems as gRPC statuses, with the problem itself among the details. */
final class GrpcProblems implements GrpcExceptionHandlerFunction {

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  static StatusRuntimeException exception(Problem problem) {
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(ProblemCode.valueOf(problem.getCode()).grpcStatus().value())
            .setMessage(problem.getCode() + ": " + problem.getDetail())
            .addDetails(Any.pack(problem))
            .build());
  }

  static Status status(Problem problem) {
    return exception(problem).getStatus();
  }

  static Metadata trailers(Problem problem) {
    return Objects.requireNonNull(exception(problem).getTrailers());
  }

  /** What went wrong outside an operation becomes a problem as well. */
  @Override
  public Status apply(
      RequestContext ctx, Status status, Throwable cause, Metadata metadata) {
    if (metadata.containsKey(DETAILS)) {
      return status;
    }
    Problem problem = problem(status, cause);
    metadata.merge(trailers(problem));
    return status(problem);
  }

  private static Problem problem(Status status, Throwable cause) {
    if (cause instanceof InvalidProtocolBufferException) {
      return Problems.of(ProblemCode.DECODE_ERROR, "the message is not what its type says");
    }
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED ->
          Problems.of(ProblemCode.PAYLOAD_TOO_LARGE, WireLimits.BODY_SENTENCE);
      case CANCELLED, DEADLINE_EXCEEDED ->
          Problems.of(ProblemCode.UNAVAILABLE, WireLimits.TIMEOUT_SENTENCE);
      default -> Problems.ofFailure(cause);
    };
  }
}
