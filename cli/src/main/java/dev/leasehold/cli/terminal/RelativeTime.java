package dev.leasehold.cli.terminal;

import java.time.Duration;
import java.time.Instant;

/** Times as people say them. */
public final class RelativeTime {

  private static final long SECONDS_UNTIL = 120;
  private static final long MINUTES_UNTIL = 120 * 60;

  /** A check-out lasts 72 hours: the same is said of it when it begins and a moment later. */
  private static final long HOURS_UNTIL = 72 * 3600 + 1800;

  /** Of a week half a day is worth telling, of a month it is not. */
  private static final long HOURS_TOLD_BESIDE_DAYS = 7 * 24;

  private RelativeTime() {}

  /** Such as "in 4 min" or "2 h ago". */
  public static String of(Instant time, Instant now) {
    Duration away = Duration.between(now, time);
    if (away.abs().toSeconds() < 1) {
      return "now";
    }
    return away.isNegative() ? length(away.negated()) + " ago" : "in " + length(away);
  }

  /** Such as "4 min", to the nearest of what is said. */
  public static String length(Duration duration) {
    long seconds = (duration.toMillis() + 500) / 1000;
    if (seconds < SECONDS_UNTIL) {
      return seconds + " s";
    }
    if (seconds < MINUTES_UNTIL) {
      return (seconds + 30) / 60 + " min";
    }
    if (seconds < HOURS_UNTIL) {
      return (seconds + 1800) / 3600 + " h";
    }
    long hours = (seconds + 1800) / 3600;
    if (hours < HOURS_TOLD_BESIDE_DAYS && hours % 24 != 0) {
      return hours / 24 + " d " + hours % 24 + " h";
    }
    return (seconds + 43_200) / 86_400 + " d";
  }
}
