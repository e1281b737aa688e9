package dev.leasehold.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeTimeTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT0.4S, now",
    "PT-0.9S, now",
    "PT45S, in 45 s",
    "PT89S, in 89 s",
    "PT90S, in 90 s",
    "PT2M, in 2 min",
    "PT4M59.9S, in 5 min",
    "PT90M, in 90 min",
    "PT2H, in 2 h",
    "PT2H10M, in 2 h",
    "PT36H, in 36 h",
    "PT71H59M59.9S, in 72 h",
    "PT72H, in 72 h",
    "PT72H30M, in 3 d 1 h",
    "PT84H, in 3 d 12 h",
    "PT95H59M, in 4 d",
    "PT167H, in 6 d 23 h",
    "PT180H, in 8 d",
    "PT-2H, 2 h ago",
    "PT-130S, 2 min ago",
    "P-30D, 30 d ago"
  })
  void timesAreSaidAsPeopleSayThem(Duration away, String said) {
    assertThat(RelativeTime.of(NOW.plus(away), NOW)).isEqualTo(said);
  }
}
