package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeclareSpaceRequest;
import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceBlockingStub;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.TokenServiceGrpc.TokenServiceBlockingStub;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.http.receive.WireLimits;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.AbstractBlockingStub;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation as a gRPC client sees it, and how refusals reach it. */
class GrpcOperationsTest {

  @TempDir static Path directory;
  static ServedNode node;
  static LeaseServiceBlockingStub leases;
  static TokenServiceBlockingStub tokens;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    leases = stub(LeaseServiceBlockingStub.class, node.adminToken());
    tokens = stub(TokenServiceBlockingStub.class, node.adminToken());
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  static <T extends AbstractBlockingStub<T>> T stub(Class<T> type, String token) {
    return GrpcClients.builder("gproto+" + node.url() + "/")
        .setHeader("authorization", "Bearer " + token)
        .build(type);
  }

  @Test
  void aLeaseLives() {
    Lease lease =
        leases.acquire(
            AcquireRequest.newBuilder()
                .setSpace("life")
                .addPaths("/a")
                .setTtl(Duration.newBuilder().setSeconds(10))
                .setRequestId("r")
                .build());
    String id = lease.getLeaseId();

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(leases.getLease(GetLeaseRequest.newBuilder().setLeaseId(id).build()))
        .isEqualTo(lease);
    assertThat(
            leases
                .listLeases(
                    ListLeasesRequest.newBuilder()
                        .setSpace("life")
                        .addState(Lease.State.ACTIVE)
                        .build())
                .getLeasesList())
        .containsExactly(lease);
    node.advance(java.time.Duration.ofSeconds(1));
    assertThat(
            leases
                .renewLease(RenewLeaseRequest.newBuilder().setLeaseId(id).build())
                .getRenewalCount())
        .isEqualTo(1);
    assertThat(
            leases
                .checkPath(CheckPathRequest.newBuilder().setSpace("life").addPath("/a").build())
                .getConflicts(0)
                .getLeaseId())
        .isEqualTo(id);
    assertThat(
            leases
                .releaseLease(
                    ReleaseLeaseRequest.newBuilder().setLeaseId(id).setReason("aborted").build())
                .getState())
        .isEqualTo(Lease.State.RELEASED);
  }

  @Test
  void theOtherEndings() {
    assertThat(
            leases
                .completeLease(
                    CompleteLeaseRequest.newBuilder().setLeaseId(acquire("checkout")).build())
                .getState())
        .isEqualTo(Lease.State.COMPLETED);
    assertThat(
            leases
                .closeLease(CloseLeaseRequest.newBuilder().setLeaseId(acquire("budget")).build())
                .getState())
        .isEqualTo(Lease.State.CLOSED);
    assertThat(
            leases
                .revokeLease(
                    RevokeLeaseRequest.newBuilder()
                        .setLeaseId(acquire("checkout"))
                        .setReason("why")
                        .build())
                .getState())
        .isEqualTo(Lease.State.EVICTED);
  }

  @Test
  void spacesAndTokens() {
    assertThat(
            leases
                .declareSpace(
                    DeclareSpaceRequest.newBuilder()
                        .setSpace("grpc-case")
                        .setCaseInsensitive(true)
                        .build())
                .getCaseInsensitive())
        .isTrue();
    CreateTokenResponse created =
        tokens.createToken(
            CreateTokenRequest.newBuilder().setActor("bob").setRole("AGENT").build());
    assertThat(created.getToken()).startsWith("lh_" + created.getTokenId() + "_");
    assertThat(tokens.listTokens(ListTokensRequest.getDefaultInstance()).getTokensList())
        .anyMatch(token -> token.getActor().equals("bob") && token.getRole().equals("agent"));
    assertThat(
            tokens
                .deleteToken(
                    DeleteTokenRequest.newBuilder().setTokenId(created.getTokenId()).build())
                .getActor())
        .isEqualTo("bob");
  }

  @Test
  void aRefusalHasACanonicalStatusAndTheProblem() {
    AcquireRequest request = AcquireRequest.newBuilder().setSpace("c").addPaths("/a").build();
    Lease held = leases.acquire(request);

    StatusRuntimeException refused = refusal(() -> leases.acquire(request));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.ABORTED);
    Problem problem = problem(refused);
    assertThat(problem.getStatus()).isEqualTo(409);
    assertThat(problem.getCode()).isEqualTo("SCOPE_OVERLAP");
    assertThat(problem.getConflicts(0).getLeaseId()).isEqualTo(held.getLeaseId());
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
  void aMissingTokenIsUnauthenticated() {
    LeaseServiceBlockingStub nobody =
        GrpcClients.newClient("gproto+" + node.url() + "/", LeaseServiceBlockingStub.class);
    StatusRuntimeException refused =
        refusal(() -> nobody.listLeases(ListLeasesRequest.getDefaultInstance()));
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(problem(refused).getCode()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void whatTheServerDoesNotKnowIsRefused() {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(
                99,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("60s"))
                    .build())
            .build();
    AcquireRequest fine = AcquireRequest.newBuilder().setSpace("u").addPaths("/a").build();
    assertField(fine.toBuilder().setUnknownFields(later).build(), "#99");
    assertField(fine.toBuilder().setModeValue(77).build(), "mode");
    assertField(fine.toBuilder().putLabels("a", "\0").build(), "labels[0].value");
    assertField(fine.toBuilder().setTtl(Duration.getDefaultInstance()).build(), "ttl");
    assertField(
        fine.toBuilder().setTtl(Duration.newBuilder().setSeconds(Long.MAX_VALUE)).build(), "ttl");
    assertField(
        fine.toBuilder().setTtl(Duration.newBuilder().setSeconds(Long.MIN_VALUE)).build(), "ttl");
    assertField(fine.toBuilder().setMaxRenewals(Integer.MIN_VALUE).build(), "maxRenewals");
  }

  @Test
  void anUnknownStateHasACodeOfItsOwn() {
    StatusRuntimeException refused =
        refusal(() -> leases.listLeases(ListLeasesRequest.newBuilder().addStateValue(99).build()));
    assertThat(problem(refused).getCode()).isEqualTo("INVALID_LEASE_STATE");
  }

  @Test
  void aMessageOverTheLimitIsTooLarge() {
    AcquireRequest large =
        AcquireRequest.newBuilder().setSession("x".repeat(WireLimits.MAX_BODY_BYTES)).build();
    StatusRuntimeException refused = refusal(() -> leases.acquire(large));
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(problem(refused).getCode()).isEqualTo("PAYLOAD_TOO_LARGE");
  }

  private static void assertField(AcquireRequest request, String field) {
    StatusRuntimeException refused = refusal(() -> leases.acquire(request));
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(problem(refused).getField()).isEqualTo(field);
  }

  private static String acquire(String policy) {
    return leases
        .acquire(
            AcquireRequest.newBuilder().setSpace("ends").setPolicy(policy).addScope("/**").build())
        .getLeaseId();
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
