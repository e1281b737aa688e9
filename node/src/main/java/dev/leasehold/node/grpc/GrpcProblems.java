package dev.leasehold.node.grpc;

import com.google.protobuf.Any;
import com.linecorp.armeria.common.ClosedSessionException;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.ResponseCompleteException;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.TimeoutException;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.common.grpc.protocol.GrpcHeaderNames;
import com.linecorp.armeria.common.stream.AbortedStreamException;
import com.linecorp.armeria.common.stream.CancelledSubscriptionException;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.problem.Redaction;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Base64;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Problems as gRPC statuses, with the problem itself among the details. */
public final class GrpcProblems implements GrpcExceptionHandlerFunction {

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static final Logger LOG = LoggerFactory.getLogger(GrpcProblems.class);

  /** Clients take no more than 8 KiB of trailers, and the problem is there in base 64. */
  private static final int MAX_PROBLEM_BYTES = 4_096;

  /** The detail is in the status message and in the problem, so it must be short. */
  private static final int MAX_DETAIL_LENGTH = 1_024;

  static StatusRuntimeException exception(Problem whole) {
    Problem problem = Redaction.of(fitting(whole));
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(ProblemCode.valueOf(problem.getCode()).grpcStatus().value())
            .setMessage(problem.getCode() + ": " + problem.getDetail())
            .addDetails(Any.pack(problem))
            .build());
  }

  /** Leaves out what a client can read elsewhere: notices, then conflicts from the last on. */
  private static Problem fitting(Problem problem) {
    if (problem.getSerializedSize() <= MAX_PROBLEM_BYTES
        && problem.getDetail().length() <= MAX_DETAIL_LENGTH) {
      return problem;
    }
    Problem.Builder less = problem.toBuilder().clearNotices();
    if (problem.getDetail().length() > MAX_DETAIL_LENGTH) {
      less.setDetail(problem.getDetail().substring(0, MAX_DETAIL_LENGTH) + "...");
    }
    while (less.getConflictsCount() > 1 && less.build().getSerializedSize() > MAX_PROBLEM_BYTES) {
      less.removeConflicts(less.getConflictsCount() - 1);
    }
    if (less.getConflictsCount() > 0 && less.build().getSerializedSize() > MAX_PROBLEM_BYTES) {
      cut(less.getConflictsBuilder(0));
    }
    return less.build();
  }

  private static void cut(Conflict.Builder conflict) {
    conflict
        .setScopeLeftOut(conflict.getScopeLeftOut() + conflict.getScopeCount())
        .setLabelsLeftOut(conflict.getLabelsLeftOut() + conflict.getLabelsCount())
        .clearScope()
        .clearLabels();
  }

  static void close(ServerCall<?, ?> call, Problem problem) {
    StatusRuntimeException exception = exception(problem);
    call.close(exception.getStatus(), trailers(exception));
  }

  /** Closes a call before anything of it is read. */
  static <Q, R> ServerCall.Listener<Q> refuse(ServerCall<Q, R> call, Problem problem) {
    close(call, problem);
    return new ServerCall.Listener<>() {};
  }

  private static Metadata trailers(StatusRuntimeException exception) {
    return Objects.requireNonNull(exception.getTrailers());
  }

  /** The problem as a whole response, where no call has begun. */
  public static ResponseHeaders response(Problem problem) {
    StatusRuntimeException exception = exception(problem);
    return ResponseHeaders.builder(HttpStatus.OK)
        // Headers and trailers in one: a client takes empty data behind them for a broken call.
        .endOfStream(true)
        .contentType(GrpcSerializationFormats.PROTO.mediaType())
        .setInt(GrpcHeaderNames.GRPC_STATUS, exception.getStatus().getCode().value())
        .set(
            GrpcHeaderNames.GRPC_MESSAGE,
            Objects.requireNonNull(exception.getStatus().getDescription()))
        .set(
            GrpcHeaderNames.GRPC_STATUS_DETAILS_BIN,
            Base64.getEncoder()
                .withoutPadding()
                .encodeToString(Objects.requireNonNull(trailers(exception).get(DETAILS))))
        .build();
  }

  /** A failure outside an operation becomes a problem as well. */
  @Override
  public Status apply(RequestContext ctx, Status status, Throwable cause, Metadata metadata) {
    if (metadata.containsKey(DETAILS)) {
      return status;
    }
    NotReceived notReceived = NotReceived.among(cause);
    Problem problem = notReceived != null ? notReceived.problem() : problem(status, cause);
    StatusRuntimeException exception = exception(problem);
    metadata.merge(trailers(exception));
    return exception.getStatus();
  }

  private static Problem notAMessage(Throwable cause) {
    LOG.debug("no message could be read", cause);
    return Problems.of(
        ProblemCode.DECODE_ERROR, "the request is no gRPC message of the method's type");
  }

  /** It took too long, or the connection or the stream broke: nobody sent anything wrong. */
  private static boolean isCutShort(Throwable cause) {
    for (Throwable next = cause; next != null; next = next.getCause()) {
      if (next instanceof TimeoutException
          || next instanceof ClosedSessionException
          || next instanceof ResponseCompleteException
          || next instanceof ClosedStreamException
          || next instanceof AbortedStreamException
          || next instanceof CancelledSubscriptionException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Operations answer for themselves, so what arrives here came before them: a call that was given
   * up, or bytes that are no message.
   */
  private static Problem problem(Status status, Throwable cause) {
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED -> NotReceived.tooLarge(WireLimits.MAX_BODY_BYTES).problem();
      case CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE ->
          Problems.of(ProblemCode.UNAVAILABLE, WireLimits.TIMEOUT_SENTENCE);
      default ->
          isCutShort(cause)
              ? Problems.of(ProblemCode.UNAVAILABLE, WireLimits.TIMEOUT_SENTENCE)
              : notAMessage(cause);
    };
  }
}
