package dev.leasehold.client.budget;

import static dev.leasehold.client.budget.BudgetRig.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The seed's state machine, with a real server. */
@Timeout(180)
class HeldBudgetTest {

  private static final Duration TTL = Duration.ofMinutes(30);

  @TempDir private static Path directory;
  private static RealNode node;
  @TempDir private Path own;
  private BudgetRig rig;
  private final List<String> told = new CopyOnWriteArrayList<>();

  private final BudgetListener listener =
      new BudgetListener() {
        @Override
        public void revoked(String leaseId, String reason) {
          told.add("revoked: " + reason);
        }

        @Override
        public void changed(String leaseId, BudgetState before, BudgetState after) {
          told.add(before + " " + after);
        }
      };

  @BeforeAll
  static void startNode() {
    node = RealNode.start(directory);
  }

  @AfterAll
  static void stopNode() throws IOException {
    node.close();
  }

  @BeforeEach
  void start() throws IOException {
    rig = new BudgetRig(node, 1_000, Duration.ofSeconds(60));
  }

  @AfterEach
  void stop() throws IOException {
    rig.close();
  }

  private HeldBudget open(BudgetTerms.Builder terms) {
    HeldBudget budget = rig.open(terms.ttl(TTL));
    budget.listen(listener);
    return budget;
  }

  private HeldBudget open(long amount) {
    return open(BudgetTerms.asking("tokens", amount));
  }

  private static RefusedException refusalOf(Runnable task) {
    return catchThrowableOfType(RefusedException.class, task::run);
  }

  @Test
  void callsAreReservedSettledAndCountedAndTheRestGoesBack() throws Exception {
    HeldBudget budget = open(100);
    assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    assertThat(budget.ipToken()).isNotEmpty();
    assertThat(budget.call(tokens(40), () -> "answer", answer -> tokens(answer.length())))
        .isEqualTo("answer");
    assertThat(budget.remaining()).isEqualTo(tokens(94));
    BudgetReservation reservation = budget.reserve(tokens(50));
    assertThat(reservation.isConfirmed()).isTrue();
    assertThat(budget.remaining()).isEqualTo(tokens(44));
    reservation.settle(tokens(30));
    assertThatThrownBy(() -> reservation.settle(tokens(30)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(rig.spent(budget)).isEqualTo(36);
    budget.close();
    assertThat(budget.state()).isEqualTo(BudgetState.CLOSED);
    assertThat(rig.pool().getFreeMap()).containsEntry("tokens", 964L);
    assertThat(rig.pool().getOutstandingOrDefault("tokens", 0)).isZero();
  }

  @Test
  void aCallThatThrowsCostsNothingAndOneOfUnknownCostAll() {
    HeldBudget budget = open(100);
    assertThatThrownBy(
            () ->
                budget.call(
                    tokens(40),
                    () -> {
                      throw new IOException("no model");
                    },
                    answer -> tokens(1)))
        .isInstanceOf(IOException.class);
    assertThat(budget.remaining()).isEqualTo(tokens(100));
    assertThatThrownBy(
            () ->
                budget.call(
                    tokens(40),
                    () -> "x",
                    answer -> {
                      throw new IllegalStateException("no usage");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(rig.spent(budget)).isEqualTo(40);
    try (BudgetReservation forgotten = budget.reserve(tokens(10))) {
      assertThat(forgotten.amounts()).isEqualTo(tokens(10));
    }
    assertThat(budget.remaining()).isEqualTo(tokens(60));
    budget.close();
  }

  @Test
  void theReportKnowsWhatWasPaidFor() throws Exception {
    HeldBudget budget = open(500);
    Map<String, String> labels = Map.of("model", "m1", "provider", "p1");
    budget.reserve(tokens(10), labels).settle(tokens(7));
    budget.reserve(tokens(10), labels).settle(tokens(5), Map.of("model", "m1-mini"));
    budget.call(tokens(10), labels, () -> "x", answer -> tokens(1));
    budget.call(tokens(10), () -> "x", answer -> tokens(2));
    assertThat(rig.report()).containsExactly("  2", "m1 p1 8", "m1-mini p1 5");
    assertThatThrownBy(() -> budget.reserve(tokens(1), Map.of("model", "a\nb")))
        .isInstanceOf(IllegalArgumentException.class);
    budget.close();
  }

  /** Labels that are known after the call may be the provider's words. */
  @Test
  void aCostIsNeverLostForItsLabelsOrForBeingNone() throws Exception {
    HeldBudget budget = open(100);
    try (BudgetReservation call = budget.reserve(tokens(10))) {
      call.settle(tokens(7), Map.of("model", "m\n1", "provider", "p1"));
    }
    assertThat(rig.report()).containsExactly(" p1 7");
    assertThatThrownBy(
            () -> {
              try (BudgetReservation call = budget.reserve(tokens(20))) {
                call.settle(tokens(-1));
              }
            })
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(rig.spent(budget)).isEqualTo(27);
    budget.close();
  }

  /** A table of prices tells dollars and tokens; the budget may be counted in one of them. */
  @Test
  void aCostInAUnitThatTheBudgetIsNotCountedInIsToldAndTheOthersCount() {
    List<Map<String, Long>> uncounted = new CopyOnWriteArrayList<>();
    HeldBudget budget = open(100);
    budget.listen(
        new BudgetListener() {
          @Override
          public void notCounted(
              String leaseId, String reservationId, Map<String, Long> amounts, String why) {
            uncounted.add(amounts);
          }
        });
    assertThat(refusalOf(() -> budget.reserve(Map.of("tokens", 5L, "usd_micros", 1L))).problem())
        .returns("INVALID_INPUT", Problem::getCode)
        .returns("amounts.usd_micros", Problem::getField);
    budget.reserve(tokens(20)).settle(Map.of("tokens", 15L, "usd_micros", 300L));
    assertThat(rig.spent(budget)).isEqualTo(15);
    assertThat(uncounted).containsExactly(Map.of("usd_micros", 300L));
    assertThat(budget.unsentReports()).isZero();
    budget.close();
  }

  @Test
  void moreIsAskedForWhenLittleIsLeft() {
    HeldBudget budget = open(100);
    budget.reserve(tokens(85)).settle(tokens(85));
    assertThat(budget.lease().getBudget().getGrantedMap()).containsEntry("tokens", 100L);
    rig.clock.runDue();
    assertThat(budget.lease().getBudget().getGrantedMap()).containsEntry("tokens", 200L);
    assertThat(budget.remaining()).isEqualTo(tokens(115));
    budget.close();
  }

  @Test
  void aCallThatNeedsMoreGetsMoreIfThePoolHasIt() {
    HeldBudget budget = open(BudgetTerms.asking("tokens", 100).refreshBelow(0));
    budget.reserve(tokens(300)).settle(tokens(250));
    assertThat(rig.spent(budget)).isEqualTo(250);
    RefusedException refusal = refusalOf(() -> budget.reserve(tokens(5_000)));
    assertThat(refusal.code()).isEqualTo("INSUFFICIENT_BUDGET");
    budget.close();
  }

  @Test
  void withoutRefillThereIsNoMore() {
    HeldBudget budget = open(BudgetTerms.asking("tokens", 100).withoutRefill());
    budget.reserve(tokens(95)).settle(tokens(95));
    rig.pass(Duration.ofMinutes(2));
    assertThat(rig.lease(budget).getBudget().getGrantedMap()).containsEntry("tokens", 100L);
    assertThat(refusalOf(() -> budget.reserve(tokens(10))).code()).isEqualTo("INSUFFICIENT_BUDGET");
    budget.close();
  }

  /** ACTIVE, Budget Exhausted, EXPIRED, Refresh Success, ACTIVE. */
  @Test
  void anExhaustedBudgetIsRefreshedWithGrowingPausesWhenThePoolHasMore() {
    HeldBudget budget = open(1_000);
    budget.reserve(tokens(1_000)).settle(tokens(1_000));
    assertThat(budget.state()).isEqualTo(BudgetState.EXPIRED);
    rig.pass(Duration.ofSeconds(20));
    assertThat(budget.state()).isEqualTo(BudgetState.EXPIRED);
    assertThat(refusalOf(() -> budget.reserve(tokens(1))).code()).isEqualTo("LEASE_EXPIRED");
    rig.deposit(500);
    rig.pass(Duration.ofSeconds(6));
    assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    assertThat(budget.remaining()).isEqualTo(tokens(500));
    assertThat(told).containsExactly("ACTIVE EXPIRED", "EXPIRED ACTIVE");
    budget.close();
  }

  /** EXPIRED, Grace Period Exceeded, CLOSED; and CLOSED stays so. */
  @Test
  void anExhaustedBudgetThatIsNotRefreshedClosesWithItsGrace() {
    HeldBudget budget = open(1_000);
    budget.reserve(tokens(1_000)).settle(tokens(1_000));
    rig.pass(Duration.ofSeconds(70));
    assertThat(budget.state()).isEqualTo(BudgetState.CLOSED);
    rig.deposit(500);
    rig.pass(Duration.ofMinutes(5));
    assertThat(refusalOf(() -> budget.reserve(tokens(1))).code())
        .isEqualTo("LEASE_ALREADY_TERMINAL");
    budget.close();
    assertThat(told).containsExactly("ACTIVE EXPIRED", "EXPIRED CLOSED");
  }

  @Test
  void timeIsPutOffBeforeItIsUp() {
    HeldBudget budget = open(100);
    for (int i = 0; i < 4; i++) {
      rig.pass(TTL.multipliedBy(2).dividedBy(3).plusSeconds(1));
      assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    }
    assertThat(rig.lease(budget).getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(rig.lease(budget).getBudget().getGrantedMap()).containsEntry("tokens", 100L);
    assertThat(told).isEmpty();
    budget.close();
  }

  /** ACTIVE, Server Revocation, REVOKED: heard without a call, with the reason. */
  @Test
  void theListenerIsToldOfARevocation() {
    HeldBudget budget = open(100);
    rig.admin.revoke(
        RevokeLeaseRequest.newBuilder()
            .setLeaseId(budget.leaseId())
            .setReason("fraud")
            .setKeepToken(true)
            .build());
    await()
        .until(
            () -> {
              rig.clock.runDue();
              return told.contains("revoked: fraud");
            });
    assertThat(budget.state()).isEqualTo(BudgetState.REVOKED);
    assertThat(refusalOf(() -> budget.reserve(tokens(1))).code()).isEqualTo("LEASE_REVOKED");
    budget.close();
    assertThat(budget.state()).isEqualTo(BudgetState.REVOKED);
  }

  /** A server that is busy may begin a watch only after the lease was taken away. */
  @Test
  void aWatchThatBeginsLateHearsWhatHasHappenedSinceTheGrant() {
    HeldBudget budget = open(100);
    Lease granted = rig.lease(budget);
    rig.admin.revoke(
        RevokeLeaseRequest.newBuilder()
            .setLeaseId(budget.leaseId())
            .setReason("fraud")
            .setKeepToken(true)
            .build());
    AtomicInteger heard = new AtomicInteger();
    try (BudgetWatch late = new BudgetWatch(rig.agent, granted, heard::incrementAndGet, () -> {})) {
      late.begin();
      await().until(() -> heard.get() > 0);
    }
    budget.close();
  }

  /** Token Invalidation During ACTIVE: immediate transition to REVOKED. */
  @Test
  void aRevokedTokenIsARevocation() {
    HeldBudget budget = open(100);
    rig.admin.revoke(
        RevokeLeaseRequest.newBuilder().setLeaseId(budget.leaseId()).setReason("fraud").build());
    assertThat(refusalOf(() -> budget.reserve(tokens(1))).code())
        .isIn("UNAUTHENTICATED", "LEASE_REVOKED");
    assertThat(budget.state()).isEqualTo(BudgetState.REVOKED);
    assertThat(told).anyMatch(line -> line.startsWith("revoked: ") && line.contains("fraud"));
    budget.close();
  }

  /** A runtime with the IP token spends, and the holder refreshes all the same. */
  @Test
  void whatOthersSpendIsHeardOf() {
    HeldBudget budget = open(100);
    try (LeaseholdClient runtime = LeaseholdClient.connect(rig.node.url(), budget.ipToken())) {
      runtime.spend(
          SpendRequest.newBuilder()
              .setLeaseId(budget.leaseId())
              .setRequestId("one")
              .putAmounts("tokens", 90)
              .build());
    }
    await()
        .until(
            () -> {
              rig.clock.runDue();
              return budget.remaining().equals(tokens(110));
            });
    budget.close();
  }

  /** A call under way costs money also when its budget is given back meanwhile. */
  @Test
  void whatIsUnderWayAtTheEndIsSettledAfterIt() {
    HeldBudget budget =
        open(BudgetTerms.asking("tokens", 100).keepReportsIn(own.resolve("reports")));
    BudgetReservation call = budget.reserve(tokens(40));
    budget.close();
    assertThat(rig.pool().getOutstandingMap()).containsEntry("tokens", 40L);
    call.settle(tokens(30));
    assertThat(rig.spent(budget)).isEqualTo(30);
    assertThat(rig.pool().getFreeMap()).containsEntry("tokens", 970L);
  }

  @Test
  void aSecondHandshakeWhileOneIsActiveIsRefused() {
    HeldBudget budget = open(100);
    assertThat(refusalOf(() -> open(100)).code()).isEqualTo("ALREADY_LEASED");
    budget.close();
    HeldBudget next = open(100);
    assertThat(next.leaseId()).isNotEqualTo(budget.leaseId());
    next.close();
  }

  @Test
  void aCostBeyondAllThatIsLeftIsCountedAsFarAsItGoes() {
    List<Map<String, Long>> uncounted = new CopyOnWriteArrayList<>();
    HeldBudget budget = open(1_000);
    budget.listen(
        new BudgetListener() {
          @Override
          public void notCounted(
              String leaseId, String reservationId, Map<String, Long> amounts, String why) {
            uncounted.add(amounts);
          }
        });
    budget.reserve(tokens(200)).settle(tokens(1_300));
    assertThat(rig.spent(budget)).isEqualTo(1_000);
    assertThat(uncounted).containsExactly(tokens(300));
    budget.close();
  }

  @Test
  void amountsAreChecked() {
    HeldBudget budget = open(100);
    assertThatThrownBy(() -> budget.reserve(tokens(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 tokens");
    assertThat(refusalOf(() -> budget.reserve(Map.of())).code()).isEqualTo("INVALID_INPUT");
    budget.close();
  }
}
