package dev.leasehold.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.leasehold.api.v1.Problem;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the status and the problem of a call that has failed. */
final class WireProblems {

  private static final Set<Status.Code> REFUSED =
      EnumSet.of(
          Status.Code.UNAUTHENTICATED, Status.Code.PERMISSION_DENIED, Status.Code.UNIMPLEMENTED);

  private WireProblems() {}

  /** Whether the server will have nothing of this caller, whatever it asks for. */
  static boolean isRefused(Status status) {
    return REFUSED.contains(status.getCode());
  }

  /** Whether the same on another connection would fail in the same way. */
  static boolean isFinal(Status status) {
    return isRefused(status) || status.getCode() == Status.Code.INVALID_ARGUMENT;
  }

  /** The failure of a request that was on, or meant for, a stream that has ended for good. */
  static LeaseholdException failure(PendingRequest request, Status status, Metadata trailers) {
    return isRefused(status) && !request.doubtful
        ? new RefusedException(problem(status, trailers))
        : request.unanswered("the stream has ended with " + status);
  }

  /** The problem with which the server refused for good; null if the failure is no such refusal. */
  static @Nullable Problem refusalIn(Throwable failure) {
    if (failure instanceof RefusedException refused) {
      return isPassing(refused.problem()) ? null : refused.problem();
    }
    Throwable cause = failure instanceof LeaseholdException ? failure.getCause() : failure;
    return cause instanceof StatusRuntimeException ended && isRefused(ended.getStatus())
        ? problem(ended.getStatus(), ended.getTrailers())
        : null;
  }

  /** Whether the server may have another answer in a moment. */
  static boolean isPassing(Problem problem) {
    return problem.getCode().equals("UNAVAILABLE") || problem.getCode().equals("NOT_LEADER");
  }

  /** The problem that the server has attached, or what the status says where it was not ours. */
  static Problem problem(Status status, @Nullable Metadata trailers) {
    com.google.rpc.Status detailed = StatusProto.fromStatusAndTrailers(status, trailers);
    try {
      for (Any detail : detailed.getDetailsList()) {
        if (detail.is(Problem.class)) {
          return detail.unpack(Problem.class);
        }
      }
    } catch (InvalidProtocolBufferException e) {
      // A problem that cannot be read counts as absent.
      return plain(status);
    }
    return plain(status);
  }

  private static Problem plain(Status status) {
    String description = status.getDescription();
    return Problem.newBuilder()
        .setCode(status.getCode().name())
        .setDetail(description == null ? "the call has failed" : description)
        .build();
  }
}
