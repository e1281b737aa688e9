package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.Authority;
import dev.leasehold.api.v1.BudgetServiceGrpc.BudgetServiceBlockingStub;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceBlockingStub;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListPoliciesRequest;
import dev.leasehold.api.v1.ListPoolsRequest;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Policy;
import dev.leasehold.api.v1.PolicyServiceGrpc.PolicyServiceBlockingStub;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReleaseAllRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import dev.leasehold.node.ServedNode;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractBlockingStub;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handing on, money, policies and notices as a gRPC client sees them. */
class GrpcMoneyAndHandingOnTest {

  @TempDir static Path directory;
  static ServedNode node;
  static LeaseServiceBlockingStub admin;
  static LeaseServiceBlockingStub leases;
  static BudgetServiceBlockingStub banker;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    admin = stub(LeaseServiceBlockingStub.class, node.adminToken());
    leases = stub(LeaseServiceBlockingStub.class, node.tokenFor("alice", "agent"));
    banker = stub(BudgetServiceBlockingStub.class, node.adminToken());
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  private static <T extends AbstractBlockingStub<T>> T stub(Class<T> type, String token) {
    return GrpcClients.builder("gproto+" + node.url() + "/")
        .setHeader("authorization", "Bearer " + token)
        .build(type);
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  private static AcquireRequest.Builder acquire(String space) {
    return AcquireRequest.newBuilder().setSpace(space).addPaths("/a");
  }

  @Test
  void keptAndProved() {
    Lease lease =
        leases.acquire(
            acquire("prove")
                .setHeartbeat(seconds(60))
                .setAuthority(Authority.newBuilder().addTools("git"))
                .build());
    assertThat(lease.getHeartbeatRemaining()).isEqualTo(seconds(60));
    assertThat(lease.getAuthority().getToolsList()).containsExactly("git");
    String id = lease.getLeaseId();
    leases.heartbeatLease(HeartbeatLeaseRequest.newBuilder().setLeaseId(id).build());
    Lease advanced =
        leases.advanceLease(
            AdvanceLeaseRequest.newBuilder().setLeaseId(id).setExpectedEpoch(0).build());
    assertThat(advanced.getEpoch()).isEqualTo(1);
    ValidateLeaseRequest valid =
        ValidateLeaseRequest.newBuilder().setLeaseId(id).setEpoch(1).setTool("git").build();
    assertThat(leases.validateLease(valid).getLeaseId()).isEqualTo(id);
    Problem stale =
        refusal(
            Status.Code.FAILED_PRECONDITION,
            () -> leases.validateLease(valid.toBuilder().setEpoch(0).build()));
    assertThat(stale.getCode()).isEqualTo("STALE_EPOCH");
    assertThat(List.of(stale.getGivenEpoch(), stale.getCurrentEpoch())).containsExactly(0L, 1L);
  }

  @Test
  void handedOn() {
    String id = leases.acquire(acquire("hand").build()).getLeaseId();
    Lease child =
        leases.deriveLease(DeriveLeaseRequest.newBuilder().setLeaseId(id).setHolder("bob").build());
    assertThat(child.getParentId()).isEqualTo(id);
    assertThat(child.getFencePathCount()).isEqualTo(2);
    Lease theirs =
        leases.transferLease(
            TransferLeaseRequest.newBuilder().setLeaseId(id).setToHolder("carol").build());
    assertThat(theirs.getHolder()).isEqualTo("carol");
    Problem ended =
        refusal(
            Status.Code.FAILED_PRECONDITION,
            () ->
                leases.convertLease(
                    ConvertLeaseRequest.newBuilder()
                        .setLeaseId(id)
                        .setMode(Lease.Mode.SHARED)
                        .build()));
    assertThat(ended.getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(
            admin
                .releaseAll(
                    ReleaseAllRequest.newBuilder().setHolder("carol").setReason("gone").build())
                .getReleased())
        .isEqualTo(1);
  }

  @Test
  void convertedAndWaitedFor() {
    String id = leases.acquire(acquire("conv").setMode(Lease.Mode.SHARED).build()).getLeaseId();
    ConvertLeaseRequest convert =
        ConvertLeaseRequest.newBuilder().setLeaseId(id).setMode(Lease.Mode.EXCLUSIVE).build();
    assertThat(leases.convertLease(convert).getMode()).isEqualTo(Lease.Mode.EXCLUSIVE);
    CompletableFuture<Lease> waits =
        CompletableFuture.supplyAsync(
            () -> admin.acquire(acquire("conv").setWait(seconds(5)).setPriority(3).build()));
    ListLeasesRequest pending =
        ListLeasesRequest.newBuilder().setSpace("conv").addState(Lease.State.PENDING).build();
    await().until(() -> admin.listLeases(pending).getLeasesCount() == 1);
    Lease queued = admin.listLeases(pending).getLeases(0);
    assertThat(queued.getWaiting().getRemaining()).isEqualTo(seconds(5));
    assertThat(queued.getWaiting().getPriority()).isEqualTo(3);
    leases.releaseLease(ReleaseLeaseRequest.newBuilder().setLeaseId(id).build());
    assertThat(waits.join().getState()).isEqualTo(Lease.State.ACTIVE);
  }

  @Test
  void toldAndAcknowledged() {
    LeaseServiceBlockingStub zoe =
        stub(LeaseServiceBlockingStub.class, node.tokenFor("zoe", "agent"));
    String id = zoe.acquire(acquire("told").build()).getLeaseId();
    Lease ending =
        admin.revokeLease(
            RevokeLeaseRequest.newBuilder()
                .setLeaseId(id)
                .setReason("why")
                .setNotice(seconds(60))
                .build());
    assertThat(ending.getPlannedEnd().getState()).isEqualTo(Lease.State.REVOKED);
    GetLeaseRequest get = GetLeaseRequest.newBuilder().setLeaseId(id).build();
    Notice notice = zoe.getLease(get).getNotices(0);
    assertThat(notice.getKind()).isEqualTo(Notice.Kind.ENDING);
    assertThat(zoe.listLeases(ListLeasesRequest.getDefaultInstance()).getNoticesList())
        .containsExactly(notice);
    assertThat(
            zoe.acknowledgeNotices(
                    AcknowledgeNoticesRequest.newBuilder().addIds(notice.getId()).build())
                .getIdsList())
        .containsExactly(notice.getId());
    assertThat(zoe.getLease(get).getNoticesList()).isEmpty();
  }

  @Test
  void pools() {
    Pool created =
        banker.createPool(
            CreatePoolRequest.newBuilder().setId("pools").putAmounts("tokens", 10).build());
    assertThat(created.getFreeMap()).containsEntry("tokens", 10L);
    assertThat(
            banker
                .deposit(
                    DepositRequest.newBuilder()
                        .setId("pools")
                        .putAmounts("tokens", 5)
                        .setReason("r")
                        .build())
                .getTotalMap())
        .containsEntry("tokens", 15L);
    Pool less =
        banker.withdraw(
            WithdrawRequest.newBuilder()
                .setId("pools")
                .putAmounts("tokens", 1)
                .setReason("r")
                .build());
    assertThat(banker.getPool(GetPoolRequest.newBuilder().setId("pools").build())).isEqualTo(less);
    assertThat(banker.listPools(ListPoolsRequest.getDefaultInstance()).getPoolsList())
        .contains(less);
    Problem open =
        refusal(
            Status.Code.INVALID_ARGUMENT,
            () -> banker.confirmPool(ConfirmPoolRequest.newBuilder().setId("pools").build()));
    assertThat(open.getField()).isEqualTo("id");
  }

  @Test
  void budgets() {
    banker.createPool(
        CreatePoolRequest.newBuilder().setId("money").putAmounts("tokens", 100).build());
    Lease lease =
        admin.acquire(
            acquire("money").setPolicy("budget").setPool("money").putBudget("tokens", 50).build());
    String id = lease.getLeaseId();
    assertThat(lease.getBudget().getGrantedMap()).containsEntry("tokens", 50L);
    Lease spent =
        banker.spend(
            SpendRequest.newBuilder()
                .setLeaseId(id)
                .setRequestId("s")
                .putAmounts("tokens", 5)
                .build());
    assertThat(spent.getBudget().getSpentMap()).containsEntry("tokens", 5L);
    Lease reserved =
        banker.reserve(
            ReserveRequest.newBuilder()
                .setLeaseId(id)
                .setRequestId("r1")
                .putAmounts("tokens", 10)
                .build());
    assertThat(reserved.getReservationId()).isEqualTo("r1");
    banker.adjustReservation(
        AdjustReservationRequest.newBuilder()
            .setLeaseId(id)
            .setReservationId("r1")
            .putAmounts("tokens", 20)
            .build());
    Lease settled =
        banker.settle(
            SettleRequest.newBuilder()
                .setLeaseId(id)
                .setReservationId("r1")
                .putAmounts("tokens", 15)
                .build());
    assertThat(settled.getBudget().getRestMap()).containsEntry("tokens", 30L);
    Problem none =
        refusal(
            Status.Code.NOT_FOUND,
            () ->
                banker.cancelReservation(
                    CancelReservationRequest.newBuilder()
                        .setLeaseId(id)
                        .setReservationId("r2")
                        .build()));
    assertThat(none.getLeaseId()).isEqualTo(id);
    Lease refreshed =
        banker.refreshLease(
            RefreshLeaseRequest.newBuilder().setLeaseId(id).putRequested("tokens", 10).build());
    assertThat(refreshed.getBudget().getGrantedMap()).containsEntry("tokens", 60L);
    Problem tooMuch =
        refusal(
            Status.Code.FAILED_PRECONDITION,
            () ->
                banker.spend(
                    SpendRequest.newBuilder()
                        .setLeaseId(id)
                        .setRequestId("s2")
                        .putAmounts("tokens", 41)
                        .build()));
    assertThat(tooMuch.getAskedMap()).containsEntry("tokens", 41L);
    assertThat(tooMuch.getRestMap()).containsEntry("tokens", 40L);
  }

  @Test
  void policies() {
    PolicyServiceBlockingStub policies = stub(PolicyServiceBlockingStub.class, node.adminToken());
    Policy added =
        policies.addPolicy(
            AddPolicyRequest.newBuilder()
                .setName("quick")
                .setDefaultTtl(seconds(5))
                .setMaxRenewals(0)
                .build());
    assertThat(added.getVersion()).isEqualTo(1);
    assertThat(policies.listPolicies(ListPoliciesRequest.getDefaultInstance()).getPoliciesList())
        .contains(added)
        .hasSize(6);
  }

  private static Problem refusal(Status.Code status, ThrowingCallable call) {
    StatusRuntimeException refused = GrpcOperationsTest.refusal(call);
    assertThat(refused.getStatus().getCode()).isEqualTo(status);
    return GrpcOperationsTest.problem(refused);
  }
}
