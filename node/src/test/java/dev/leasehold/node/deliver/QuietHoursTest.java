package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hours in which news waits, by the clocks of a time zone. */
class QuietHoursTest {

  @ParameterizedTest
  @CsvSource({
    "22:00-07:00 UTC,           2026-01-10T21:59:59Z, 2026-01-10T21:59:59Z",
    "22:00-07:00 UTC,           2026-01-10T22:00:00Z, 2026-01-11T07:00:00Z",
    "22:00-07:00 UTC,           2026-01-11T06:59:59Z, 2026-01-11T07:00:00Z",
    "22:00-07:00 UTC,           2026-01-11T07:00:00Z, 2026-01-11T07:00:00Z",
    "12:00-13:30 UTC,           2026-01-11T12:10:00Z, 2026-01-11T13:30:00Z",
    "12:00-13:30 UTC,           2026-01-11T11:10:00Z, 2026-01-11T11:10:00Z",
    "22:00-07:00 Europe/Berlin, 2026-01-10T21:00:00Z, 2026-01-11T06:00:00Z",
    "22:00-07:00 Europe/Berlin, 2026-03-28T22:00:00Z, 2026-03-29T05:00:00Z"
  })
  void newsWaitsUntilTheyEnd(String hours, Instant time, Instant end) {
    assertThat(QuietHours.parse(hours).orElseThrow().endOf(time)).isEqualTo(end);
  }

  @Test
  void whatSaysNoHoursIsRefused() {
    assertThat(QuietHours.parse("22:00-07:00 Mars/Base")).isEmpty();
    assertThat(QuietHours.parse("25:00-07:00 UTC")).isEmpty();
    assertThat(QuietHours.parse("night")).isEmpty();
    assertThat(QuietHours.parse("07:00-07:00 UTC")).as("nothing would ever be sent").isEmpty();
  }
}
