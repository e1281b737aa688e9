package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations as people say them. */
class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0ms,      less than a second",
    "499ms,    less than a second",
    "500ms,    1 second",
    "30s,      30 seconds",
    "119s,     119 seconds",
    "120s,     2 minutes",
    "7199s,    2 hours",
    "7140s,    119 minutes",
    "2h,       2 hours",
    "71h,      71 hours",
    "72h,      3 days",
    "8784h,    366 days"
  })
  void areRoundedToWhatIsSaid(String duration, String words) {
    assertThat(Durations.words(ScriptDurations.parse(duration))).isEqualTo(words);
  }
}
