package dev.leasehold.node.recurring;

import dev.leasehold.kernel.budget.Recurrence;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * A day, week or month in a time zone.
 *
 * @param name such as {@code 2026-11-18}, {@code 2026-W47} or {@code 2026-11}; later ones sort
 *     behind
 * @param end when the next begins
 */
public record Period(String name, Instant end) {

  /**
   * The period that a moment is in.
   *
   * @throws java.time.DateTimeException if this machine does not know the time zone
   */
  public static Period at(Recurrence recurrence, Instant moment) {
    ZoneId zone = ZoneId.of(recurrence.zone());
    LocalDate day = moment.atZone(zone).toLocalDate();
    return switch (recurrence.every()) {
      case DAY -> new Period(day.toString(), start(day.plusDays(1), zone));
      case WEEK ->
          new Period(
              String.format(
                  Locale.ROOT,
                  "%04d-W%02d",
                  day.get(IsoFields.WEEK_BASED_YEAR),
                  day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
              start(day.with(TemporalAdjusters.next(DayOfWeek.MONDAY)), zone));
      case MONTH ->
          new Period(
              day.toString().substring(0, "2026-11".length()),
              start(day.with(TemporalAdjusters.firstDayOfNextMonth()), zone));
    };
  }

  /** A day begins at midnight, or when clocks that skip midnight go on. */
  private static Instant start(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }
}
