package dev.leasehold.client.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.Budget;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Replies come in any order, and none makes more of a budget than there certainly is. */
class LedgerTest {

  private final Ledger ledger = new Ledger(budget(100, 0, 100), 10);

  private static Budget budget(long granted, long spent, long rest) {
    return Budget.newBuilder()
        .putGranted("tokens", granted)
        .putSpent("tokens", spent)
        .putRest("tokens", rest)
        .build();
  }

  private long rest() {
    return ledger.remaining().get("tokens");
  }

  @Test
  void aLaterRequestTellsWhatIs() {
    ledger.update(budget(100, 0, 20), 11, 12);
    ledger.update(budget(100, 0, 70), 13, 14);

    assertThat(rest()).isEqualTo(70);
  }

  @Test
  void anOlderReplyThatComesLateAddsNothing() {
    ledger.update(budget(100, 40, 20), 12, 13);
    ledger.update(budget(100, 0, 100), 11, 14);

    assertThat(rest()).isEqualTo(20);
  }

  @Test
  void ofRequestsAtTheSameTimeTheOneThatKnowsMoreSpentOrGrantedCounts() {
    ledger.update(budget(100, 10, 30), 12, 13);
    ledger.update(budget(100, 30, 60), 11, 14);
    assertThat(rest()).isEqualTo(60);

    ledger.update(budget(200, 30, 160), 11, 15);
    assertThat(rest()).isEqualTo(160);
  }

  @Test
  void ofReservationsAtTheSameTimeTheLesserRestCounts() {
    ledger.update(budget(100, 0, 20), 12, 13);
    ledger.update(budget(100, 0, 60), 11, 14);
    assertThat(rest()).isEqualTo(20);

    ledger.update(budget(100, 0, 60), 15, 16);
    assertThat(rest()).isEqualTo(60);
  }

  @Test
  void whatTheServerMayNotKnowIsTakenOff() {
    assertThat(ledger.takeIfLeft("a", Map.of("tokens", 70L))).isTrue();
    assertThat(ledger.takeIfLeft("b", Map.of("tokens", 40L))).isFalse();

    ledger.countedByServer("a");

    assertThat(rest()).isEqualTo(100);
  }
}
