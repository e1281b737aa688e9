package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders are told when a budget is spent to a threshold, once, and by the highest passed. */
class ThresholdTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:1000,toks:1000                    | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:100,toks:10       | ACTIVE
      """;

  /** The thresholds that were reached, such as {@code x usd 80}. */
  private static List<String> reached(Script script) {
    return script.journal().stream()
        .filter(e -> e instanceof BudgetEvent.ThresholdReached)
        .map(e -> (BudgetEvent.ThresholdReached) e)
        .map(e -> e.leaseId() + " " + e.unit() + " " + e.percent())
        .toList();
  }

  @Test
  void eachIsReachedOnceAndExactly() {
    Script script = Script.run(GIVEN).then("alice spend x amounts=usd:79 request=a | ACTIVE");
    assertThat(reached(script)).isEmpty();
    script.then("alice spend x amounts=usd:1 request=b | ACTIVE");
    assertThat(reached(script)).containsExactly("x usd 80");
    script.then(
        """
        alice spend x amounts=usd:9 request=c  | ACTIVE
        alice spend x amounts=usd:1 request=d  | ACTIVE
        alice spend x amounts=usd:10 request=e | EXPIRED cause=EXHAUSTED
        """);
    assertThat(reached(script)).containsExactly("x usd 80", "x usd 90", "x usd 100");
  }

  @Test
  void ofSeveralThatAreReachedAtOnceTheHighestIsTold() {
    Script script = Script.run(GIVEN).then("alice spend x amounts=usd:95 request=a | ACTIVE");
    assertThat(reached(script)).containsExactly("x usd 90");
    script.then("alice spend x amounts=toks:8 request=b | ACTIVE");
    assertThat(reached(script)).containsExactly("x usd 90", "x toks 80");
  }

  @Test
  void aSettlementCountsAndAReservationDoesNot() {
    Script script = Script.run(GIVEN).then("alice reserve x amounts=usd:85 request=r | ACTIVE");
    assertThat(reached(script)).isEmpty();
    script.then("alice settle x reservation=r amounts=usd:85 | ACTIVE");
    assertThat(reached(script)).containsExactly("x usd 80");
  }

  @Test
  void aRefreshMakesRoomSoThatItMayBeReachedAgain() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice   spend x amounts=usd:80 request=a    | ACTIVE
                alice$p refresh x requested=usd:100         | ACTIVE
                alice   spend x amounts=usd:79 request=b    | ACTIVE
                alice   spend x amounts=usd:1 request=c     | ACTIVE
                """);
    assertThat(reached(script)).containsExactly("x usd 80", "x usd 80");
  }

  @Test
  void aChildsSpendCountsInItsAncestors() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice derive x as=c holder=bob budget=usd:80 | ACTIVE
                bob   spend c amounts=usd:70 request=a       | ACTIVE
                bob   spend c amounts=usd:10 request=b       | EXPIRED
                """);
    assertThat(reached(script)).containsExactly("c usd 80", "c usd 100", "x usd 80");
    assertThat(script.kernel().notices("alice", 20)).hasSize(1);
  }

  @Test
  void theHolderIsTold() {
    Script script = Script.run(GIVEN).then("alice spend x amounts=usd:80 request=a | ACTIVE");
    Notice told = script.restart().kernel().notices("alice", 20).getFirst();
    assertThat(told.kind()).isEqualTo(NoticeKind.THRESHOLD);
    assertThat(told.textAt(0))
        .isEqualTo("lease x on /a in s has spent 80% of 100 usd; refresh it for more, or finish");
  }

  @Test
  void whichOnesIsASetting() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                admin set budget_thresholds value=25,50    | budget_thresholds=25,50
                alice spend x amounts=usd:30 request=a     | ACTIVE
                admin set budget_thresholds value=off      | budget_thresholds=off
                alice spend x amounts=usd:60 request=b     | ACTIVE
                """);
    assertThat(reached(script)).containsExactly("x usd 25");
  }

  @Test
  void largeAndSmallBudgetsAreCountedExactly() {
    Script script =
        Script.run(
            """
            admin   create-pool p amounts=usd:1000000000000000000,toks:1              | pool=p
            alice$p acquire x policy=budget pool=p budget=usd:1000000000000000000,toks:1 | ACTIVE
            alice   spend x amounts=usd:799999999999999999 request=a                  | ACTIVE
            """);
    assertThat(reached(script)).isEmpty();
    script.then("alice spend x amounts=usd:1 request=b | ACTIVE");
    script.then("alice spend x amounts=toks:1 request=c | EXPIRED");
    assertThat(reached(script)).containsExactly("x usd 80", "x toks 100");
  }
}
