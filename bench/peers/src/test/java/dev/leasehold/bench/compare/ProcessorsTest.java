package dev.leasehold.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorsTest {

  @Test
  void othersHaveWhatIsBusyAndNotOurs() {
    Processors before = Processors.read("cpu  100 0 100 1000 50 0 0 0 0 0");
    // 200 ticks later: 60 user, 20 system, 90 idle, 10 waiting, 20 stolen.
    Processors after = Processors.read("cpu  160 0 120 1090 60 0 0 20 0 0");

    // 100 ticks were busy, 70 of them ours: 0.7 s.
    assertThat(after.othersPercentSince(before, 700_000_000L)).isEqualTo(15);
  }

  @Test
  void withoutFiguresNobodyIsBlamed() {
    Processors none = new Processors(0, 0);

    assertThat(none.othersPercentSince(none, 5)).isZero();
  }
}
