package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "300s, PT5M",
    "72h, PT72H",
    "1h30m, PT1H30M",
    "250ms, PT0.25S",
    "259199.9s, PT71H59M59.9S",
    "2d, PT48H"
  })
  void durationsAreReadAsTheServerReadsThem(String text, Duration duration) {
    assertThat(Durations.parse(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({"1d, 86400000ms", "1d12h, 129600000ms", "0.5d, 43200000ms", "90s, 90s", "dd, dd"})
  void theServerKnowsNoDays(String given, String wire) {
    assertThat(Durations.wire(given)).isEqualTo(wire);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "5",
        "5x",
        "-5s",
        "1.2.3s",
        "s5",
        "999999999999999999999999h",
        "2026-01-01"
      })
  void whatIsNoDurationIsLeftToTheServer(String text) {
    assertThat(Durations.parse(text)).isNull();
  }
}
