package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.policy.Limits;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Problems that a caller is told of when something goes wrong before or beside an operation. */
class GrpcProblemsTest {

  private static String told(Throwable cause) {
    ServiceRequestContext ctx = ServiceRequestContext.of(HttpRequest.of(HttpMethod.POST, "/"));
    Status status = new GrpcProblems().apply(ctx, Status.UNKNOWN, cause, new Metadata());
    return status.getCode() + " " + status.getDescription();
  }

  @Test
  void aRequestThatTookTooLongIsNotSaidToBeNoMessage() {
    assertThat(told(RequestTimeoutException.get()))
        .startsWith("UNAVAILABLE UNAVAILABLE: ")
        .contains("took longer")
        .contains("requestId");
  }

  /** Clients refuse trailers of more, and the call with them. */
  @Test
  void aProblemFitsTheTrailersOfACall() throws Exception {
    Problem.Builder problem =
        Problem.newBuilder().setStatus(409).setCode("SCOPE_OVERLAP").setDetail("d".repeat(2_000));
    for (int i = 0; i < Limits.MAX_CONFLICTS_NAMED; i++) {
      Conflict.Builder conflict = problem.addConflictsBuilder().setLeaseId("l" + i).addScope("/a");
      for (int label = 0; label < Limits.MAX_LABELS; label++) {
        conflict.putLabels("label" + label, "v".repeat(Limits.MAX_LABEL_BYTES));
      }
    }

    ResponseHeaders response = GrpcProblems.response(problem.build());

    assertThat(response.get("grpc-message").length()).isLessThan(2_048);
    byte[] details = Base64.getDecoder().decode(response.get("grpc-status-details-bin"));
    assertThat(details).hasSizeLessThan(5_000);
    Problem told = com.google.rpc.Status.parseFrom(details).getDetails(0).unpack(Problem.class);
    assertThat(told.getConflictsList()).hasSize(1);
    assertThat(told.getConflicts(0).getLeaseId()).isEqualTo("l0");
    assertThat(told.getConflicts(0).getLabelsLeftOut()).isEqualTo(Limits.MAX_LABELS);
    assertThat(told.getConflicts(0).getScopeLeftOut()).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoMessageAre() {
    assertThat(told(new IllegalArgumentException("tag 0"))).startsWith("INVALID_ARGUMENT DECODE");
  }
}
