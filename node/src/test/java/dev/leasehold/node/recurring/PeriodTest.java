package dev.leasehold.node.recurring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Days, weeks and months in time zones, over changes of the clock and ends of months. */
class PeriodTest {

  private static Period at(String every, String zone, String moment) {
    Recurrence.Every length = Recurrence.Every.parse(every).orElseThrow();
    return Period.at(new Recurrence(length, zone, Amounts.NONE), Instant.parse(moment));
  }

  @ParameterizedTest
  @CsvSource({
    "day,   UTC,              2026-11-18T23:59:59.999Z, 2026-11-18, 2026-11-19T00:00:00Z",
    "day,   UTC,              2026-11-19T00:00:00Z,     2026-11-19, 2026-11-20T00:00:00Z",
    "day,   Asia/Tokyo,       2026-11-18T15:00:00Z,     2026-11-19, 2026-11-19T15:00:00Z",
    "day,   America/New_York, 2026-11-18T04:59:59Z,     2026-11-17, 2026-11-18T05:00:00Z",
    // a day of 23 hours, one of 25, and one that begins at one o'clock
    "day,   Europe/Berlin,    2026-03-28T23:30:00Z,     2026-03-29, 2026-03-29T22:00:00Z",
    "day,   Europe/Berlin,    2026-10-24T22:00:00Z,     2026-10-25, 2026-10-25T23:00:00Z",
    "day,   Africa/Cairo,     2026-04-23T12:00:00Z,     2026-04-23, 2026-04-23T22:00:00Z",
    "week,  UTC,              2026-11-18T12:00:00Z,     2026-W47,   2026-11-23T00:00:00Z",
    "week,  UTC,              2026-11-23T00:00:00Z,     2026-W48,   2026-11-30T00:00:00Z",
    "week,  UTC,              2027-01-01T00:00:00Z,     2026-W53,   2027-01-04T00:00:00Z",
    "week,  UTC,              2027-01-04T00:00:00Z,     2027-W01,   2027-01-11T00:00:00Z",
    "week,  Europe/Berlin,    2026-11-22T23:00:00Z,     2026-W48,   2026-11-29T23:00:00Z",
    "month, UTC,              2026-11-30T23:59:59Z,     2026-11,    2026-12-01T00:00:00Z",
    "month, Europe/Berlin,    2026-11-30T23:00:00Z,     2026-12,    2026-12-31T23:00:00Z",
    "month, UTC,              2028-02-29T12:00:00Z,     2028-02,    2028-03-01T00:00:00Z",
    "month, Europe/Berlin,    2026-03-15T12:00:00Z,     2026-03,    2026-03-31T22:00:00Z"
  })
  void aMomentIsInOnePeriod(String every, String zone, String moment, String name, String end) {
    assertThat(at(every, zone, moment)).isEqualTo(new Period(name, Instant.parse(end)));
  }

  @Test
  void laterPeriodsSortBehindEarlierOnes() {
    for (String every : new String[] {"day", "week", "month"}) {
      String last = "";
      Instant moment = Instant.parse("2026-01-01T00:00:00Z");
      for (int i = 0; i < 800; i++) {
        Period period = at(every, "America/Sao_Paulo", moment.toString());
        assertThat(period.name()).isGreaterThan(last);
        assertThat(period.end()).isAfter(moment);
        last = period.name();
        moment = period.end();
      }
    }
  }

  @Test
  void aZoneThatThisMachineDoesNotKnowIsNoPeriod() {
    assertThatThrownBy(() -> at("day", "Mars/Olympus", "2026-11-18T00:00:00Z"))
        .isInstanceOf(DateTimeException.class);
  }
}
