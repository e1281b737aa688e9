package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.grpc.Metadata;
import io.grpc.Status;
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

  @Test
  void bytesThatAreNoMessageAre() {
    assertThat(told(new IllegalArgumentException("tag 0"))).startsWith("INVALID_ARGUMENT DECODE");
  }
}
