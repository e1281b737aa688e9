package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * The hours in which a person wants to be left alone, by the clocks of a time zone.
 *
 * @param from the first minute of them
 * @param until the first minute after them, on the next day if it is earlier
 */
public record QuietHours(LocalTime from, LocalTime until, ZoneId zone) {

  /**
   * The hours that a text such as {@code 22:00-07:00 Europe/Berlin} says; empty if it says none, or
   * that it is never anything but quiet.
   */
  public static Optional<QuietHours> parse(String text) {
    String[] parts = text.split("[- ]", 3);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              new QuietHours(
                  LocalTime.parse(parts[0]), LocalTime.parse(parts[1]), ZoneId.of(parts[2])))
          .filter(hours -> !hours.from.equals(hours.until));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** When a message may leave, in nanoseconds of the wall clock: now if nothing keeps it back. */
  static long endOf(Subscription to, Delivery delivery, long nowNanos) {
    if (to.quietHours().isEmpty()
        || delivery.what() != MessageForm.NOTICE
        || NoticeKind.valueOf(delivery.type()).ignoresQuietHours()) {
      return nowNanos;
    }
    Instant now = Instant.EPOCH.plusNanos(nowNanos);
    return parse(to.quietHours())
        .map(hours -> hours.endOf(now))
        .map(end -> end.getEpochSecond() * Limits.SECOND + end.getNano())
        .orElse(nowNanos);
  }

  /** When the hours end that it is quiet in at the time; the time itself if it is not. */
  Instant endOf(Instant time) {
    ZonedDateTime there = time.atZone(zone);
    LocalDate day = there.toLocalDate();
    LocalTime now = there.toLocalTime();
    boolean overNight = !from.isBefore(until);
    boolean isQuiet =
        overNight
            ? !now.isBefore(from) || now.isBefore(until)
            : !now.isBefore(from) && now.isBefore(until);
    if (!isQuiet) {
      return time;
    }
    boolean endsTomorrow = overNight && !now.isBefore(from);
    return (endsTomorrow ? day.plusDays(1) : day).atTime(until).atZone(zone).toInstant();
  }
}
