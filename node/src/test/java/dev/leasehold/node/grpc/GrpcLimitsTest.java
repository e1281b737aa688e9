package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceBlockingStub;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.TokenServiceGrpc.TokenServiceBlockingStub;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.http.receive.WireLimits;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.AbstractBlockingStub;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sizes of trailers and messages, seen by a client with stubs. */
class GrpcLimitsTest extends SharedNode {

  static LeaseServiceBlockingStub leases;
  static TokenServiceBlockingStub tokens;

  @BeforeAll
  void start() {
    leases = stub(LeaseServiceBlockingStub.class, node.adminToken());
    tokens = stub(TokenServiceBlockingStub.class, node.adminToken());
  }

  <T extends AbstractBlockingStub<T>> T stub(Class<T> type, String token) {
    return GrpcClients.builder("gproto+" + node.url() + "/")
        .setHeader("authorization", "Bearer " + token)
        .build(type);
  }

  @Test
  void aRefusalFitsIntoTrailersHoweverMuchItCouldSay() {
    AcquireRequest.Builder large = AcquireRequest.newBuilder().setSpace("large");
    for (int i = 0; i < 200; i++) {
      large.addPaths("/" + "x".repeat(200) + i);
    }
    String id = leases.acquire(large.build()).getLeaseId();
    Problem problem = problem(refusal(() -> leases.acquire(large.build())));
    assertThat(problem.getCode()).isEqualTo("SCOPE_OVERLAP");
    assertThat(problem.getConflicts(0).getLeaseId()).isEqualTo(id);

    LeaseServiceBlockingStub told =
        stub(LeaseServiceBlockingStub.class, node.tokenFor("told", "agent"));
    for (int i = 0; i < 20; i++) {
      AcquireRequest one = AcquireRequest.newBuilder().setSpace("told").addPaths("/" + i).build();
      leases.revokeLease(
          RevokeLeaseRequest.newBuilder()
              .setLeaseId(told.acquire(one).getLeaseId())
              .setReason("why ".repeat(200))
              .build());
    }
    GetLeaseRequest none = GetLeaseRequest.newBuilder().setLeaseId("none").build();
    assertThat(problem(refusal(() -> told.getLease(none))).getCode()).isEqualTo("LEASE_NOT_FOUND");
    assertThat(told.listLeases(ListLeasesRequest.getDefaultInstance()).getNoticesCount())
        .isEqualTo(20);
  }

  @Test
  void aMessageOverTheLimitIsTooLarge() {
    AcquireRequest large =
        AcquireRequest.newBuilder().setSession("x".repeat(WireLimits.MAX_BODY_BYTES)).build();
    StatusRuntimeException refused = refusal(() -> leases.acquire(large));
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(problem(refused).getCode()).isEqualTo("PAYLOAD_TOO_LARGE");
  }

  static StatusRuntimeException refusal(ThrowingCallable call) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused).as("it was not refused").isNotNull();
    return refused;
  }

  static Problem problem(StatusRuntimeException refused) {
    try {
      List<Any> details = StatusProto.fromThrowable(refused).getDetailsList();
      assertThat(details).as("details of " + refused.getStatus()).hasSize(1);
      return details.get(0).unpack(Problem.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
