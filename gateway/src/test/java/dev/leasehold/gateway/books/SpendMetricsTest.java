package dev.leasehold.gateway.books;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.gateway.books.SpendMetrics.Caller;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Agents choose names of models, and cannot fill memory with them. */
class SpendMetricsTest {

  private static final int NAMES = 20_000;

  @Test
  void namesThatCallersChooseMakeABoundedNumberOfSeriesAndLoseNoCount() {
    SpendMetrics metrics = new SpendMetrics();
    Caller first = new Caller("ann", "first", "p");
    metrics.counted(first, "settled");
    metrics.spent(first, Map.of("tokens", 7L));
    for (int i = 0; i < NAMES; i++) {
      Caller caller = new Caller("ann", "m" + i, "p");
      metrics.counted(caller, "refused");
      metrics.spent(caller, Map.of("tokens", 1L));
    }
    metrics.counted(first, "settled");
    metrics.spent(first, Map.of("tokens", 7L));

    String text = metrics.text();
    assertThat(text.lines().count()).isLessThan(11_000);
    assertThat(text)
        .as("a series that is there goes on")
        .contains(
            "calls_total{agent=\"ann\",model=\"first\",provider=\"p\",outcome=\"settled\"} 2\n")
        .contains("spent_total{agent=\"ann\",model=\"first\",provider=\"p\",unit=\"tokens\"} 14\n");
    assertThat(sum(text, "calls_total")).isEqualTo(NAMES + 2);
    assertThat(sum(text, "spent_total")).isEqualTo(NAMES + 14);
  }

  private static long sum(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith("leasehold_gateway_" + name))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
