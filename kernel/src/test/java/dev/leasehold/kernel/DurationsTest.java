package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Durations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations as people say them. */
class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 0.000000001s",
    "10000, 0.00001s",
    "250000000, 0.25s",
    "1500000000, 1.5s",
    "60500000000, 60.5s",
    "259199900000000, 259199.9s",
    "259200000000000, 259200s",
    "9223372036854775807, 9223372036.854775807s"
  })
  void durationsAreWordedAsDecimalSeconds(long nanos, String text) {
    assertThat(Durations.seconds(nanos)).isEqualTo(text);
  }

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
    "72h,      72 hours",
    "73h,      3 days 1 hour",
    "84h,      3 days 12 hours",
    "96h,      4 days",
    "180h,     8 days",
    "8784h,    366 days"
  })
  void areRoundedToWhatIsSaid(String duration, String words) {
    assertThat(Durations.words(ScriptDurations.parse(duration))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "30s,      30 seconds",
    "1500ms,   1.5s",
    "90m,      90 minutes",
    "24h,      24 hours",
    "24h+30m,  1d 30m",
    "72h,      72 hours",
    "80h,      3d 8h"
  })
  void areSaidInWordsWhereThatIsExact(String duration, String words) {
    assertThat(Durations.exactly(ScriptDurations.parse(duration))).isEqualTo(words);
  }
}
