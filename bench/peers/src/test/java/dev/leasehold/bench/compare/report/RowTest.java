package dev.leasehold.bench.compare.report;

import static dev.leasehold.bench.compare.client.ClientKind.JAVA;
import static dev.leasehold.bench.compare.client.ClientKind.LETTUCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

  @Test
  void ratiosAreTakenWithinARoundBeforeTheirMiddleIs() {
    List<Row> rows =
        Row.of(
            List.of(
                Samples.cycle(JAVA, 64, 0, 100),
                Samples.cycle(LETTUCE, 64, 0, 50),
                // A round in which the whole machine was slow.
                Samples.cycle(LETTUCE, 64, 1, 5),
                Samples.cycle(JAVA, 64, 1, 20),
                Samples.cycle(JAVA, 64, 2, 300),
                Samples.cycle(LETTUCE, 64, 2, 100)));

    Row lettuce = rows.stream().filter(row -> row.kind() == LETTUCE).findFirst().orElseThrow();
    assertThat(lettuce.ratio()).isEqualTo(new Figure(3, 2, 4));
    assertThat(lettuce.perSecond()).isEqualTo(new Figure(50, 5, 100));
  }

  @Test
  void onlyRoundsThatBothHaveAreCompared() {
    List<Row> rows =
        Row.of(
            List.of(
                Samples.cycle(JAVA, 64, 0, 100),
                Samples.cycle(JAVA, 64, 1, 1_000),
                Samples.cycle(LETTUCE, 64, 0, 50)));

    assertThat(rows.get(1).ratio()).isEqualTo(new Figure(2, 2, 2));
  }

  @Test
  void othersInFlightAndOtherWorkAreNotCompared() {
    List<Row> rows =
        Row.of(
            List.of(
                Samples.cycle(JAVA, 1, 0, 100),
                Samples.sample(Work.COLD, JAVA, 64, 0, 100),
                Samples.cycle(LETTUCE, 64, 0, 50)));

    assertThat(rows).hasSize(3);
    assertThat(rows.get(2).ratio()).isNull();
  }

  @Test
  void leaseholdIsNotComparedWithItself() {
    assertThat(Row.of(List.of(Samples.cycle(JAVA, 64, 0, 100))).get(0).ratio()).isNull();
  }
}
