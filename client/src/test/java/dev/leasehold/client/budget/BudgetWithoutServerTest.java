package dev.leasehold.client.budget;

import static dev.leasehold.client.budget.BudgetRig.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A budget keeps its promises while the server is away, and makes good when it is back. */
@Timeout(180)
class BudgetWithoutServerTest {

  private static final Duration TTL = Duration.ofMinutes(5);

  @TempDir private static Path directory;
  private static RealNode node;
  @TempDir Path own;
  private BudgetRig rig;

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
    rig = new BudgetRig(node, 1_000, Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() throws IOException {
    rig.close();
  }

  private BudgetTerms.Builder terms() {
    return BudgetTerms.asking("tokens", 100)
        .ttl(TTL)
        .withoutRefill()
        .reservationTimeout(Duration.ofHours(1));
  }

  private static RefusedException refusalOf(Runnable task) {
    return catchThrowableOfType(RefusedException.class, task::run);
  }

  @Test
  void callsThatCertainlyFitAreAllowedAndOthersRefusedHere() throws Exception {
    HeldBudget budget = rig.open(terms());
    BudgetReservation before = budget.reserve(tokens(30));
    rig.link.cut();
    BudgetReservation meanwhile = budget.reserve(tokens(50));
    assertThat(meanwhile.isConfirmed()).isFalse();
    assertThat(budget.isServerUnreachable()).isTrue();
    RefusedException refusal = refusalOf(() -> budget.reserve(tokens(21)));
    assertThat(refusal.code()).isEqualTo("INSUFFICIENT_BUDGET");
    assertThat(refusal.problem().getRestMap()).isEqualTo(tokens(20));
    before.settle(tokens(35));
    meanwhile.settle(tokens(40), Map.of("model", "m1"));
    assertThat(budget.unsentReports()).isEqualTo(2);
    assertThat(budget.remaining()).isEqualTo(tokens(25));
    BudgetReservation unused = budget.reserve(tokens(25));
    unused.cancel();
    assertThat(budget.remaining()).isEqualTo(tokens(25));
    assertThat(rig.spent(budget)).isZero();

    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(budget.isServerUnreachable()).isFalse();
    assertThat(budget.unsentReports()).isZero();
    assertThat(rig.spent(budget)).isEqualTo(75);
    assertThat(rig.report()).containsExactly("  35", "m1  40");
    assertThat(budget.remaining()).isEqualTo(tokens(25));
    budget.reserve(tokens(25)).settle(tokens(1));
    budget.close();
    assertThat(rig.pool().getSpentMap()).containsEntry("tokens", 76L);
    assertThat(rig.pool().getOutstandingOrDefault("tokens", 0)).isZero();
  }

  /** The server does not know of a call that was allowed here, and would grant the same twice. */
  @Test
  void aCallThatBeganWithoutTheServerCountsWhenItIsBack() throws Exception {
    HeldBudget budget = rig.open(terms());
    rig.link.cut();
    BudgetReservation meanwhile = budget.reserve(tokens(70));
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(budget.isServerUnreachable()).isFalse();

    assertThat(refusalOf(() -> budget.reserve(tokens(31))).code()).isEqualTo("INSUFFICIENT_BUDGET");
    BudgetReservation beside = budget.reserve(tokens(30));
    assertThat(beside.isConfirmed()).isTrue();
    meanwhile.settle(tokens(70));
    beside.settle(tokens(30));

    assertThat(rig.spent(budget)).isEqualTo(100);
    budget.close();
  }

  /** The server counts nothing in grace: it is asked again after pauses, and not all the time. */
  @Test
  void aReportThatIsRefusedInGraceIsSentAgainAfterAPause() throws Exception {
    HeldBudget budget = rig.open(BudgetTerms.asking("tokens", 1_000).ttl(TTL));
    rig.link.cut();
    budget.reserve(tokens(10)).settle(tokens(10));
    spendAsRuntime(budget, 1_000);
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(20));
    assertThat(budget.state()).isEqualTo(BudgetState.EXPIRED);
    assertThat(budget.unsentReports()).isEqualTo(1);

    rig.deposit(500);
    rig.clock.pass(Duration.ofSeconds(15));
    assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    assertThat(budget.unsentReports()).isZero();
    assertThat(rig.spent(budget)).isEqualTo(1_010);
    budget.close();
  }

  private void spendAsRuntime(HeldBudget budget, long tokens) {
    try (LeaseholdClient runtime = LeaseholdClient.connect(rig.node.url(), budget.ipToken())) {
      runtime.spend(
          SpendRequest.newBuilder()
              .setLeaseId(budget.leaseId())
              .setRequestId("runtime")
              .putAmounts("tokens", tokens)
              .build());
    }
  }

  @Test
  void aListenerThatThrowsKeepsNothingFromOthersAndFromTheBudget() throws Exception {
    HeldBudget budget = rig.open(BudgetTerms.asking("tokens", 1_000).ttl(TTL));
    List<Map<String, Long>> lost = new CopyOnWriteArrayList<>();
    budget.listen(new Failing());
    budget.listen(
        new BudgetListener() {
          @Override
          public void notCounted(
              String leaseId, String reservationId, Map<String, Long> amounts, String why) {
            lost.add(amounts);
          }
        });
    rig.link.cut();
    budget.reserve(tokens(200)).settle(tokens(1_300));
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(lost).containsExactly(tokens(300));
    assertThat(rig.spent(budget)).isEqualTo(1_000);

    rig.deposit(500);
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    budget.close();
  }

  /** Fails whatever it is told. */
  private static final class Failing implements BudgetListener {

    @Override
    public void changed(String leaseId, BudgetState before, BudgetState after) {
      throw new IllegalStateException("changed");
    }

    @Override
    public void notCounted(
        String leaseId, String reservationId, Map<String, Long> amounts, String why) {
      throw new IllegalStateException("not counted");
    }
  }

  /** A budget is looked after again a little later, also after an error. */
  @Test
  void aFailureThatNobodyHasForeseenDoesNotEndTheTending() throws Exception {
    HeldBudget budget = rig.open(terms());
    rig.link.cut();
    budget.reserve(tokens(30)).settle(tokens(30));
    rig.mend();
    rig.clock.fail(3);
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(budget.unsentReports()).isZero();
    assertThat(rig.spent(budget)).isEqualTo(30);
    budget.close();
  }

  @Test
  void nothingIsAllowedPastTheDeadline() throws Exception {
    HeldBudget budget = rig.open(terms());
    rig.link.cut();
    budget.reserve(tokens(1)).cancel();
    rig.leap(TTL);
    assertThat(budget.state()).isEqualTo(BudgetState.EXPIRED);
    assertThat(refusalOf(() -> budget.reserve(tokens(1))).code()).isEqualTo("LEASE_EXPIRED");
    rig.mend();
    rig.pass(Duration.ofSeconds(6));
    assertThat(budget.state()).isEqualTo(BudgetState.ACTIVE);
    budget.reserve(tokens(1)).cancel();
    budget.close();
  }

  @Test
  void aServerThatIsAwayForLongerThanTheGraceClosesTheBudget() throws Exception {
    HeldBudget budget = rig.open(terms());
    rig.link.cut();
    budget.reserve(tokens(1)).cancel();
    rig.leap(TTL.plusSeconds(61));
    assertThat(budget.state()).isEqualTo(BudgetState.CLOSED);
    budget.close();
  }

  /** The request arrives, is carried out, and its reply is lost: it is counted once. */
  @Test
  void aLostReplyChangesNothingTwice() throws Exception {
    HeldBudget budget = rig.open(terms());
    rig.link.loseReplies();
    BudgetReservation reservation = budget.reserve(tokens(60));
    assertThat(reservation.isConfirmed()).isFalse();
    assertThat(rig.lease(budget).getBudget().getReservedMap()).containsEntry("tokens", 60L);
    reservation.settle(tokens(55));
    rig.link.cut();
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(budget.unsentReports()).isZero();
    assertThat(rig.spent(budget)).isEqualTo(55);
    assertThat(rig.lease(budget).getBudget().getReservedOrDefault("tokens", 0)).isZero();

    BudgetReservation second = budget.reserve(tokens(20));
    rig.link.loseReplies();
    second.settle(tokens(10));
    assertThat(budget.unsentReports()).isEqualTo(1);
    rig.link.cut();
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(rig.spent(budget)).isEqualTo(65);
    assertThat(budget.remaining()).isEqualTo(tokens(35));
    budget.close();
  }

  /** A refresh whose reply is lost adds once. */
  @Test
  void aLostReplyToARefreshAddsOnce() throws Exception {
    HeldBudget budget = rig.open(BudgetTerms.asking("tokens", 100).ttl(TTL));
    budget.reserve(tokens(90)).settle(tokens(90));
    rig.link.loseReplies();
    // A look that was planned before may come first, and finds out that there are no replies.
    rig.clock.pass(Duration.ofMillis(300));
    assertThat(rig.lease(budget).getBudget().getGrantedMap()).containsEntry("tokens", 200L);
    rig.link.cut();
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    assertThat(rig.lease(budget).getBudget().getGrantedMap()).containsEntry("tokens", 200L);
    assertThat(budget.remaining()).isEqualTo(tokens(110));
    budget.close();
  }

  /** The process dies between the report that is kept and the one that is sent. */
  @Test
  void whatIsOnDiskIsSentByTheNextBudget() throws Exception {
    Path file = own.resolve("reports");
    HeldBudget dies = rig.open(terms().keepReportsIn(file));
    BudgetReservation call = dies.reserve(tokens(30));
    rig.link.cut();
    BudgetReservation allowedHere = dies.reserve(tokens(20));
    call.settle(tokens(25));
    allowedHere.settle(tokens(15));
    Path left = Files.copy(file, own.resolve("left"));
    rig.mend();
    // The lease of the one that died has to end first: there is one for each agent.
    rig.node.advance(TTL.plusSeconds(61));

    List<String> lost = new CopyOnWriteArrayList<>();
    MovedClock clock = new MovedClock();
    HeldBudget next = HeldBudget.open(rig.agent, terms().keepReportsIn(left).build(), clock);
    next.listen(
        new BudgetListener() {
          @Override
          public void notCounted(
              String leaseId, String reservationId, Map<String, Long> amounts, String why) {
            lost.add(leaseId + " " + amounts);
          }
        });
    assertThat(next.unsentReports()).isEqualTo(2);
    clock.runDue();
    assertThat(next.unsentReports()).isZero();
    assertThat(rig.spent(dies)).isEqualTo(25);
    assertThat(lost).containsExactly(dies.leaseId() + " {tokens=15}");
    next.close();
    assertThat(Files.readString(left)).contains("done");
    HeldBudget third = HeldBudget.open(rig.agent, terms().keepReportsIn(left).build(), clock);
    assertThat(third.unsentReports()).isZero();
    third.close();
  }

  @Test
  void aFullStoreOfReportsAllowsNoFurtherCall() throws Exception {
    HeldBudget budget = rig.open(terms().maxReports(2));
    rig.link.cut();
    budget.reserve(tokens(1)).settle(tokens(1));
    budget.reserve(tokens(1)).settle(tokens(1));
    RefusedException refusal = refusalOf(() -> budget.reserve(tokens(1)));
    assertThat(refusal.code()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(refusal).hasMessageContaining("2 reports wait");
    rig.mend();
    rig.clock.pass(Duration.ofSeconds(10));
    budget.reserve(tokens(1)).settle(tokens(1));
    assertThat(rig.spent(budget)).isEqualTo(3);
    budget.close();
  }

  @Test
  void reportsThatNobodyKeepsAreToldOfAtTheEnd() throws Exception {
    List<Map<String, Long>> lost = new CopyOnWriteArrayList<>();
    HeldBudget budget = rig.open(terms());
    budget.listen(
        new BudgetListener() {
          @Override
          public void notCounted(
              String leaseId, String reservationId, Map<String, Long> amounts, String why) {
            lost.add(amounts);
          }
        });
    rig.link.cut();
    budget.reserve(tokens(9)).settle(tokens(7));
    budget.close();
    assertThat(lost).containsExactly(tokens(7));
  }
}
