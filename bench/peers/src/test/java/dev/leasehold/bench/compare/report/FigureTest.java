package dev.leasehold.bench.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {

  @Test
  void theMiddleOfAnOddNumberOfRoundsIsOneOfThem() {
    assertThat(Figure.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new Figure(5, 1, 9));
  }

  @Test
  void theMiddleOfAnEvenNumberOfRoundsLiesBetweenTwo() {
    assertThat(Figure.of(List.of(10.0, 1.0, 4.0, 2.0))).isEqualTo(new Figure(3, 1, 10));
  }

  @Test
  void oneOutlierMovesTheRangeAndNotTheMiddle() {
    assertThat(Figure.of(List.of(5.0, 5.0, 1_000_000.0))).isEqualTo(new Figure(5, 5, 1_000_000));
  }

  @Test
  void nothingIsZero() {
    assertThat(Figure.of(List.of())).isEqualTo(new Figure(0, 0, 0));
  }
}
