package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListPoolsRequest;
import dev.leasehold.api.v1.ListPoolsResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pools and budgets. */
abstract class MoneyContract extends WireContract {

  MoneyContract(Surface surface) {
    super(surface);
  }

  private Pool createPool(String id) {
    return admin.ask(
        Pool.class,
        CreatePoolRequest.newBuilder()
            .setId(id)
            .putAmounts("tokens", 1_000)
            .putAmounts("usd_micros", 500));
  }

  private Pool pool(String id) {
    return admin.ask(Pool.class, GetPoolRequest.newBuilder().setId(id));
  }

  /** An agent that draws on a new pool of its own name. */
  private WireClient drawer(String name) {
    createPool(name);
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor(name).setRole("agent").setPool(name);
    return client(admin.ask(CreateTokenResponse.class, token).getToken());
  }

  private static Lease budget(WireClient drawer, String space, long tokens) {
    return drawer.lease(acquire(space, "/a").setPolicy("budget").putBudget("tokens", tokens));
  }

  private static SpendRequest.Builder spend(String id, String requestId, long tokens) {
    return SpendRequest.newBuilder()
        .setLeaseId(id)
        .setRequestId(requestId)
        .putAmounts("tokens", tokens);
  }

  private static ReserveRequest.Builder reserve(String id, String requestId, long tokens) {
    return ReserveRequest.newBuilder()
        .setLeaseId(id)
        .setRequestId(requestId)
        .putAmounts("tokens", tokens);
  }

  private static SettleRequest.Builder settle(String id, String reservation, long tokens) {
    return SettleRequest.newBuilder()
        .setLeaseId(id)
        .setReservationId(reservation)
        .putAmounts("tokens", tokens);
  }

  private static CancelReservationRequest.Builder cancel(String id, String reservation) {
    return CancelReservationRequest.newBuilder().setLeaseId(id).setReservationId(reservation);
  }

  private static long spentTokens(Lease lease) {
    return lease.getBudget().getSpentOrThrow("tokens");
  }

  private static long reservedTokens(Lease lease) {
    return lease.getBudget().getReservedOrThrow("tokens");
  }

  @Test
  void aPoolIsFilledAndEmptied() {
    assertThat(createPool("filled").getFreeMap()).containsEntry("tokens", 1_000L);
    Pool more =
        admin.ask(
            Pool.class,
            DepositRequest.newBuilder().setId("filled").putAmounts("tokens", 5).setReason("june"));
    assertThat(more.getFreeMap()).containsEntry("tokens", 1_005L);
    assertThat(more.getTotalMap()).containsEntry("tokens", 1_005L);
    WithdrawRequest.Builder withdraw =
        WithdrawRequest.newBuilder().setId("filled").putAmounts("tokens", 1_005).setReason("over");
    Pool less = admin.ask(Pool.class, withdraw);
    assertThat(less.getTotalMap()).doesNotContainKey("tokens");
    assertThat(pool("filled")).isEqualTo(less);
    assertThat(admin.ask(ListPoolsResponse.class, ListPoolsRequest.newBuilder()).getPoolsList())
        .contains(less);

    assertThat(admin.refusedField(ConfirmPoolRequest.newBuilder().setId("filled")))
        .as("it is open")
        .isEqualTo("id");
  }

  @Test
  void aBudgetComesOutOfThePoolAndIsSpent() {
    WireClient ann = drawer("spends");
    Lease lease =
        ann.lease(
            acquire("spends", "/a")
                .setPolicy("budget")
                .putBudget("tokens", 100)
                .putBudget("usd_micros", 9_999));
    String id = lease.getLeaseId();
    assertThat(lease.getPool()).as("the token's own").isEqualTo("spends");
    assertThat(lease.getBudget().getGrantedMap())
        .as("as much as there is")
        .containsEntry("tokens", 100L)
        .containsEntry("usd_micros", 500L);
    assertThat(lease.getBudget().getReservedMap())
        .containsEntry("tokens", 0L)
        .containsEntry("usd_micros", 0L);

    SpendRequest.Builder first = spend(id, "s1", 30).setNote("a call");
    assertThat(spentTokens(ann.lease(first))).isEqualTo(30);
    assertThat(spentTokens(ann.lease(first))).as("once").isEqualTo(30);
    assertThat(pool("spends").getOutstandingMap()).containsEntry("tokens", 70L);
    assertThat(pool("spends").getSpentMap()).containsEntry("tokens", 30L);

    Problem tooMuch = ann.refused(409, "INSUFFICIENT_BUDGET", spend(id, "s2", 71));
    assertThat(tooMuch.getAskedMap()).containsEntry("tokens", 71L);
    assertThat(tooMuch.getRestMap()).containsEntry("tokens", 70L);

    Lease last = ann.lease(spend(id, "s3", 70));
    assertThat(last.getState()).isEqualTo(Lease.State.EXPIRED);
    assertThat(last.getCause()).isEqualTo(Lease.Cause.EXHAUSTED);
    ann.refused(409, "LEASE_EXPIRED", spend(id, "s4", 1));
    assertThat(ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id)).getState())
        .isEqualTo(Lease.State.CLOSED);
  }

  @Test
  void aReservationIsSettledCancelledOrAdjusted() {
    WireClient ann = drawer("reserves");
    String id = budget(ann, "reserves", 100).getLeaseId();
    Lease reserved = ann.lease(reserve(id, "r1", 40).setTimeout(seconds(60)));
    assertThat(reserved.getReservationId()).isEqualTo("r1");
    assertThat(reservedTokens(reserved)).isEqualTo(40);
    assertThat(reserved.getBudget().getRestMap()).containsEntry("tokens", 60L);

    AdjustReservationRequest.Builder adjust =
        AdjustReservationRequest.newBuilder()
            .setLeaseId(id)
            .setReservationId("r1")
            .putAmounts("tokens", 50);
    assertThat(reservedTokens(ann.lease(adjust))).isEqualTo(50);
    Lease settled = ann.lease(settle(id, "r1", 45));
    assertThat(spentTokens(settled)).isEqualTo(45);
    assertThat(reservedTokens(settled)).isZero();
    assertThat(settled.getBudget().getRestMap()).containsEntry("tokens", 55L);

    ann.lease(reserve(id, "r2", 5));
    assertThat(spentTokens(ann.lease(cancel(id, "r2")))).isEqualTo(45);
    assertThat(ann.refused(404, "NOT_FOUND", settle(id, "r9", 1)).getLeaseId()).isEqualTo(id);

    ann.lease(reserve(id, "r3", 5).setTimeout(seconds(10)));
    node.advance(Duration.ofSeconds(10));
    assertThat(ann.refused(404, "NOT_FOUND", cancel(id, "r3")).getLeaseId()).isEqualTo(id);
    for (int i = 0; i < 2; i++) {
      assertThat(spentTokens(ann.lease(settle(id, "r3", 7)))).as("late, kept once").isEqualTo(45);
    }
    assertThat(ann.refused(404, "NOT_FOUND", settle(id, "r3", 8)).getLeaseId()).isEqualTo(id);
    Notice told = pool("reserves").getNotices(0);
    assertThat(told.getKind()).isEqualTo(Notice.Kind.OVERRUN);
    assertThat(told.getLeaseId()).isEqualTo(id);
    assertThat(told.getText()).contains("reported 7 tokens for r3");
    admin.ask(
        AcknowledgeNoticesResponse.class,
        AcknowledgeNoticesRequest.newBuilder().addIds(told.getId()));
    assertThat(pool("reserves").getNoticesList()).isEmpty();
  }

  @Test
  void aHandshakeGivesARightToSpendAndATokenForItAlone() {
    WireClient ann = drawer("handshakes");
    HandshakeRequest.Builder asked =
        HandshakeRequest.newBuilder().putRequested("tokens", 100).setRequestId("h1");
    HandshakeResponse made = ann.ask(HandshakeResponse.class, asked);
    String id = made.getLease().getLeaseId();
    assertThat(made.getLease().getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(made.getLease().getPool()).isEqualTo("handshakes");
    assertThat(made.getLease().getBudget().getGrantedMap()).containsEntry("tokens", 100L);

    WireClient runtime = client(made.getIpToken());
    assertThat(spentTokens(runtime.lease(spend(id, "s1", 30)))).isEqualTo(30);
    runtime.lease(reserve(id, "r1", 5));
    runtime.lease(settle(id, "r1", 4));
    runtime.lease(reserve(id, "r2", 5));
    runtime.lease(cancel(id, "r2"));
    assertThat(runtime.lease(GetLeaseRequest.newBuilder().setLeaseId(id)).getHolder())
        .isEqualTo("handshakes");
    runtime.refused(403, "FORBIDDEN", RefreshLeaseRequest.newBuilder().setLeaseId(id));
    runtime.refused(403, "FORBIDDEN", CloseLeaseRequest.newBuilder().setLeaseId(id));
    runtime.refused(403, "FORBIDDEN", GetPoolRequest.newBuilder().setId("handshakes"));
    runtime.refused(403, "FORBIDDEN", acquire("handshakes", "/a"));
    runtime.refused(403, "FORBIDDEN", GetLeaseRequest.newBuilder().setLeaseId("other"));

    HandshakeResponse again = ann.ask(HandshakeResponse.class, asked);
    assertThat(again.getLease().getLeaseId()).isEqualTo(id);
    assertThat(again.getIpToken()).isNotEmpty().isNotEqualTo(made.getIpToken());
    client(again.getIpToken()).lease(spend(id, "s2", 1));
    ann.refused(409, "ALREADY_LEASED", HandshakeRequest.newBuilder().putRequested("tokens", 1));

    ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id));
    HandshakeResponse late = ann.ask(HandshakeResponse.class, asked);
    assertThat(late.getLease().getState()).isEqualTo(Lease.State.CLOSED);
    assertThat(late.getIpToken()).isEmpty();
  }

  @Test
  void aRefreshAddsMoneyAndTime() {
    WireClient ann = drawer("refreshes");
    String id = budget(ann, "refreshes", 100).getLeaseId();
    node.advance(Duration.ofMinutes(10));
    RefreshLeaseRequest.Builder refresh = RefreshLeaseRequest.newBuilder().setLeaseId(id);

    Lease lease = ann.lease(refresh.clone().putRequested("tokens", 2_000));

    assertThat(lease.getBudget().getGrantedMap()).containsEntry("tokens", 1_000L);
    assertThat(lease.getRemaining()).isEqualTo(seconds(3_600));
    String file = ann.leaseId(acquire("refreshes", "/file"));
    ann.refused(409, "NOT_RENEWABLE", RefreshLeaseRequest.newBuilder().setLeaseId(file));
    ann.lease(spend(id, "all", 1_000));
    ann.refused(409, "BUDGET_EXHAUSTED", refresh.clone().putRequested("tokens", 1));
  }
}
