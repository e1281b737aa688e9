package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.request.SpendLabels;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels say what money was spent on, and travel with the events. */
class LabelsTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:100                 | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:100 | ACTIVE
      """;

  private static List<Map<String, String>> labels(Script script) {
    return script.journal().stream()
        .filter(e -> e instanceof BudgetEvent.Spent || e instanceof BudgetEvent.Settled)
        .map(
            e -> e instanceof BudgetEvent.Spent s ? s.labels() : ((BudgetEvent.Settled) e).labels())
        .toList();
  }

  @Test
  void aSpendCarriesItsLabels() {
    Script script =
        Script.run(GIVEN)
            .then("alice spend x amounts=usd:1 label=model:m1 request=a | ACTIVE")
            .then("alice spend x amounts=usd:1 request=b | ACTIVE");
    assertThat(labels(script)).containsExactly(Map.of("model", "m1"), Map.of());
  }

  @Test
  void aRetryHasTheSameLabels() {
    Script.run(GIVEN)
        .then(
            """
            alice spend x amounts=usd:1 label=model:m1 request=a   | ACTIVE spent=usd:1
            alice spend x amounts=usd:1 label=model:m1 request=a   | ACTIVE spent=usd:1
            alice spend x amounts=usd:1 label=model:m2 request=a   | INVALID_INPUT requestId
            alice spend x amounts=usd:1 request=a                  | INVALID_INPUT requestId
            alice reserve x amounts=usd:1 label=model:m1 request=b | ACTIVE
            alice reserve x amounts=usd:1 request=b                | INVALID_INPUT requestId
            """);
  }

  @Test
  void aSettlementHasThoseOfItsReservationAndItsOwnGoFirst() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice reserve x amounts=usd:1 label=model:m1 request=a     | ACTIVE
                alice reserve x amounts=usd:1 label=model:m1 request=b     | ACTIVE
                alice reserve x amounts=usd:1 label=model:m1 request=c     | ACTIVE
                alice settle x reservation=a amounts=usd:1                 | ACTIVE
                """)
            .restart()
            .then(
                """
                alice settle x reservation=b amounts=usd:1 label=model:m2  | ACTIVE
                alice settle x reservation=c amounts=usd:1 label=more:yes  | ACTIVE
                alice settle x reservation=c amounts=usd:1                 | ACTIVE # a retry
                """);
    assertThat(labels(script))
        .containsExactly(
            Map.of("model", "m1"), Map.of("model", "m2"), Map.of("model", "m1", "more", "yes"));
  }

  @Test
  void bothTogetherAreBoundedToo() {
    Script.run(GIVEN)
        .then("alice reserve x amounts=usd:1 labels=8 request=a | ACTIVE")
        .then("alice settle x reservation=a amounts=usd:1 label=ninth:n | INVALID_INPUT labels")
        .then("alice settle x reservation=a amounts=usd:1 label=label8:other | ACTIVE");
  }

  /** Labels are shown in tables, charts and logs, where a line break would forge a line. */
  @Test
  void controlCharactersAreRefused() {
    for (String text : List.of("a\nb", "a\u001bb", "a\u2028b", "a\uffffb", "a\u0085b")) {
      for (Map<String, String> labels : List.of(Map.of("model", text), Map.of(text, "m"))) {
        assertThat(SpendLabels.check(labels))
            .isInstanceOfSatisfying(
                InputRefusal.InvalidInput.class,
                bad -> assertThat(bad.field()).isEqualTo("labels"));
      }
    }
    assertThat(SpendLabels.check(Map.of("model", "größe 2 / x"))).isNull();
  }

  @Test
  void whatNobodySpentHasNone() {
    Script script =
        Script.run(GIVEN)
            .then("alice reserve x amounts=usd:1 label=model:m1 request=a timeout=1s | ACTIVE")
            .then("alice reserve x amounts=usd:1 label=model:m1 request=b | ACTIVE")
            .then("alice cancel x reservation=b | ACTIVE")
            .then("2s admin expire | swept=1");
    assertThat(labels(script)).containsExactly(Map.of(), Map.of());
  }
}
