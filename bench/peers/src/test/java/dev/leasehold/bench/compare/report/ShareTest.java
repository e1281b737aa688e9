package dev.leasehold.bench.compare.report;

import static dev.leasehold.bench.compare.client.ClientKind.JAVA;
import static dev.leasehold.bench.compare.client.ClientKind.LETTUCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.bench.compare.drive.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareTest {

  private static Sample crowd(long held, long perSecond) {
    Outcome outcome = new Outcome(perSecond, perSecond, 1, 1, 1, 1, 1, null);
    return new Sample(Work.CROWD, JAVA, 256, held, 0, outcome, 0, 0, 0, 0);
  }

  @Test
  void aNewServerIsComparedWithItsOwnWarmRateAtTheSameNumberInFlight() {
    List<Row> rows =
        Row.of(
            List.of(
                Samples.cycle(JAVA, 64, 0, 200),
                Samples.cycle(JAVA, 256, 0, 900),
                Samples.cycle(LETTUCE, 64, 0, 700),
                Samples.sample(Work.COLD, JAVA, 64, 0, 100)));

    assertThat(Share.of(rows.get(3), rows)).contains(0.5);
    assertThat(Share.of(rows.get(0), rows)).isEmpty();
  }

  @Test
  void aCrowdIsComparedWithTheSmallestOne() {
    List<Row> rows = Row.of(List.of(crowd(1_000_000, 80), crowd(1_000, 100), crowd(9_000, 90)));

    assertThat(Share.of(rows.get(0), rows)).contains(0.8);
    assertThat(Share.of(rows.get(1), rows)).isEmpty();
  }

  @Test
  void withoutSomethingToCompareWithThereIsNone() {
    List<Row> rows = Row.of(List.of(Samples.sample(Work.COLD, JAVA, 64, 0, 100)));

    assertThat(Share.of(rows.get(0), rows)).isEmpty();
  }
}
