package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.Budget;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.ConfirmPoolRequest;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DepositRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.RequestMoreRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SetRecurrenceRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.WithdrawRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Amounts that cannot be, on every operation that takes some. */
abstract class AmountsContract extends WireContract {

  AmountsContract(Surface surface) {
    super(surface);
  }

  /** An agent that draws on a new pool of its own name. */
  private WireClient drawer(String name) {
    admin.ask(
        Pool.class,
        CreatePoolRequest.newBuilder()
            .setId(name)
            .putAmounts("tokens", 1_000)
            .putAmounts("usd_micros", 500));
    CreateTokenRequest.Builder token =
        CreateTokenRequest.newBuilder().setActor(name).setRole("agent").setPool(name);
    return client(admin.ask(CreateTokenResponse.class, token).getToken());
  }

  /** A budget of 100 tokens, of which 10 are set aside as r. */
  private static String budget(WireClient drawer, String space) {
    String id = drawer.leaseId(acquire(space, "/a").setPolicy("budget").putBudget("tokens", 100));
    drawer.lease(
        ReserveRequest.newBuilder().setLeaseId(id).setRequestId("r").putAmounts("tokens", 10));
    return id;
  }

  private static Budget account(WireClient drawer, String id) {
    return drawer.lease(get(id)).getBudget();
  }

  /** An operation that takes amounts: its name for them, and a request with them. */
  private record Taking(String field, Function<Map<String, Long>, Message.Builder> request) {}

  private static List<Taking> ofHolders(String id) {
    List<Taking> all = new ArrayList<>(ofAccount(id));
    all.add(new Taking("requested", some -> HandshakeRequest.newBuilder().putAllRequested(some)));
    all.add(new Taking("budget", some -> acquire("amounts", "/b").putAllBudget(some)));
    all.add(
        new Taking(
            "requested",
            some -> RefreshLeaseRequest.newBuilder().setLeaseId(id).putAllRequested(some)));
    all.add(
        new Taking(
            "amounts",
            some ->
                RequestMoreRequest.newBuilder()
                    .setLeaseId(id)
                    .setJustification("why")
                    .putAllAmounts(some)));
    return all;
  }

  /** Operations that take from what a lease has. */
  private static List<Taking> ofAccount(String id) {
    return List.of(
        new Taking(
            "budget",
            some ->
                DeriveLeaseRequest.newBuilder().setLeaseId(id).setHolder("x").putAllBudget(some)),
        new Taking(
            "amounts",
            some -> SpendRequest.newBuilder().setLeaseId(id).setRequestId("s").putAllAmounts(some)),
        new Taking(
            "amounts",
            some ->
                ReserveRequest.newBuilder().setLeaseId(id).setRequestId("s").putAllAmounts(some)),
        new Taking(
            "amounts",
            some ->
                SettleRequest.newBuilder()
                    .setLeaseId(id)
                    .setReservationId("r")
                    .putAllAmounts(some)),
        new Taking(
            "amounts",
            some ->
                AdjustReservationRequest.newBuilder()
                    .setLeaseId(id)
                    .setReservationId("r")
                    .putAllAmounts(some)));
  }

  private static List<Taking> ofAdmins(String pool) {
    return List.of(
        new Taking(
            "amounts", some -> CreatePoolRequest.newBuilder().setId("new").putAllAmounts(some)),
        new Taking(
            "amounts",
            some -> DepositRequest.newBuilder().setId(pool).setReason("why").putAllAmounts(some)),
        new Taking(
            "amounts",
            some -> WithdrawRequest.newBuilder().setId(pool).setReason("why").putAllAmounts(some)),
        new Taking("spent", some -> ConfirmPoolRequest.newBuilder().setId(pool).putAllSpent(some)),
        new Taking(
            "amounts",
            some ->
                SetRecurrenceRequest.newBuilder().setId(pool).setEvery("day").putAllAmounts(some)));
  }

  @Test
  void amountsThatCannotBeAreRefusedByTheNameOfTheirField() {
    WireClient ann = drawer("amounts");
    String id = budget(ann, "amounts");
    for (boolean holders : new boolean[] {true, false}) {
      WireClient client = holders ? ann : admin;
      for (Taking taking : holders ? ofHolders(id) : ofAdmins("amounts")) {
        for (long wrong : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
          Message.Builder request = taking.request.apply(Map.of("tokens", wrong));
          assertThat(client.refusedField(request))
              .as(request.toString())
              .isEqualTo(taking.field + ".tokens");
        }
      }
    }
    assertThat(account(ann, id).getSpentMap()).containsEntry("tokens", 0L);
    assertThat(account(ann, id).getReservedMap()).containsEntry("tokens", 10L);
  }

  /** A settlement of nothing is a call that cost nothing; a pool may begin empty. */
  @Test
  void nothingIsNoAmountWhereSomethingIsToMove() {
    WireClient ann = drawer("nothing");
    String id = budget(ann, "nothing");
    for (Map<String, Long> nothing : List.of(Map.<String, Long>of(), Map.of("tokens", 0L))) {
      assertThat(ann.refusedField(HandshakeRequest.newBuilder().putAllRequested(nothing)))
          .isEqualTo("requested");
      assertThat(
              ann.refusedField(acquire("nothing", "/b").setPolicy("budget").putAllBudget(nothing)))
          .isEqualTo("budget");
      assertThat(
              ann.refusedField(
                  SpendRequest.newBuilder()
                      .setLeaseId(id)
                      .setRequestId("s")
                      .putAllAmounts(nothing)))
          .isEqualTo("amounts");
      assertThat(
              ann.refusedField(
                  ReserveRequest.newBuilder()
                      .setLeaseId(id)
                      .setRequestId("s")
                      .putAllAmounts(nothing)))
          .isEqualTo("amounts");
      assertThat(
              ann.refusedField(
                  RequestMoreRequest.newBuilder()
                      .setLeaseId(id)
                      .setJustification("why")
                      .putAllAmounts(nothing)))
          .isEqualTo("amounts");
      assertThat(
              admin.refusedField(
                  DepositRequest.newBuilder()
                      .setId("nothing")
                      .setReason("why")
                      .putAllAmounts(nothing)))
          .isEqualTo("amounts");
    }
    ann.lease(
        SettleRequest.newBuilder().setLeaseId(id).setReservationId("r").putAmounts("tokens", 0));
    assertThat(account(ann, id).getReservedMap()).containsEntry("tokens", 0L);
  }

  /** Asking for less would not help, so that it is no want of money. */
  @Test
  void aUnitThatTheAccountNeverHadIsNamed() {
    WireClient ann = drawer("units");
    String id = budget(ann, "units");
    Map<String, Long> mixed = Map.of("tokens", 1L, "usd_micros", 1L);
    for (Taking taking : ofAccount(id)) {
      Message.Builder request = taking.request.apply(mixed);
      assertThat(ann.refusedField(request))
          .as(request.toString())
          .isEqualTo(taking.field + ".usd_micros");
    }
    assertThat(
            ann.refusedField(
                RefreshLeaseRequest.newBuilder().setLeaseId(id).putRequested("gold", 1)))
        .isEqualTo("requested.gold");
    assertThat(
            admin.refusedField(
                WithdrawRequest.newBuilder().setId("units").setReason("why").putAmounts("gold", 1)))
        .isEqualTo("amounts.gold");
    assertThat(account(ann, id).getSpentMap()).as("refused whole").containsEntry("tokens", 0L);
    ann.lease(CloseLeaseRequest.newBuilder().setLeaseId(id));
    assertThat(ann.refusedField(HandshakeRequest.newBuilder().putRequested("gold", 1)))
        .isEqualTo("requested.gold");
    assertThat(ann.refusedField(acquire("units", "/c").setPolicy("budget").putBudget("gold", 1)))
        .isEqualTo("budget.gold");
  }
}
