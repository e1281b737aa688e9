package dev.leasehold.bench.compare.report;

import static dev.leasehold.bench.compare.client.ClientKind.JAVA;
import static dev.leasehold.bench.compare.client.ClientKind.LETTUCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

  private static String report(List<Sample> samples) {
    return MarkdownReport.of(Row.of(samples), Samples.FACTS);
  }

  @Test
  void everyLineOfATableHasAsManyCellsAsItsHeading() {
    List<Sample> samples = new ArrayList<>();
    for (Work work : Work.values()) {
      samples.add(Samples.sample(work, JAVA, 64, 0, 100));
      samples.add(Samples.sample(work, LETTUCE, 64, 0, 50));
    }

    List<List<String>> tables = new ArrayList<>();
    boolean inside = false;
    for (String line : report(samples).lines().toList()) {
      if (line.startsWith("|") && !inside) {
        tables.add(new ArrayList<>());
      }
      inside = line.startsWith("|");
      if (inside) {
        tables.get(tables.size() - 1).add(line);
      }
    }
    assertThat(tables).hasSize(1 + Work.values().length);
    assertThat(tables)
        .allSatisfy(
            table ->
                assertThat(table)
                    .hasSize(4)
                    .allSatisfy(line -> assertThat(cells(line)).isEqualTo(cells(table.get(0)))));
  }

  private static long cells(String line) {
    return line.chars().filter(sign -> sign == '|').count();
  }

  @Test
  void ratiosAndFactsAreTold() {
    String text =
        report(List.of(Samples.cycle(JAVA, 64, 0, 125), Samples.cycle(LETTUCE, 64, 0, 50)));

    assertThat(text)
        .contains("| Redis, Lettuce, raw commands | 50 (2.50×) |")
        .contains("2.50× (2.50× to 2.50×)")
        .contains("Measured 2031-05-06", Samples.FACTS.command(), "2 processors", "Redis 7")
        .doesNotContain("Left out");
  }

  @Test
  void workThatWasNotMeasuredHasNoTable() {
    assertThat(report(List.of(Samples.cycle(JAVA, 64, 0, 125)))).doesNotContain("contenders");
    assertThat(report(List.of())).doesNotContain("|");
  }
}
