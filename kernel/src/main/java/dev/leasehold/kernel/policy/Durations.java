package dev.leasehold.kernel.policy;

/**
 * Durations as programs read them, {@code 259199.9s}, and as people say them, {@code 72 hours}, or
 * {@code 2d 23h 59m} where it has to be told more exactly.
 */
public final class Durations {

  /** Up to here the smaller unit says more: 90 minutes, 36 hours. */
  private static final long SECONDS_UNTIL = 120;

  private static final long MINUTES_UNTIL = 120;

  /** A check-out is said to last 72 hours. */
  private static final long HOURS_TO = 72;

  /** Of a week half a day is worth telling, of a month it is not. */
  private static final long HOURS_TOLD_BESIDE_DAYS = 7 * 24;

  private Durations() {}

  /** Rounds to the nearest whole unit that is said. */
  public static String words(long nanos) {
    long seconds = rounded(nanos, Limits.SECOND);
    if (seconds == 0) {
      return "less than a second";
    }
    if (seconds < SECONDS_UNTIL) {
      return count(seconds, "second");
    }
    long minutes = rounded(nanos, Limits.MINUTE);
    if (minutes < MINUTES_UNTIL) {
      return count(minutes, "minute");
    }
    long hours = rounded(nanos, Limits.HOUR);
    if (hours <= HOURS_TO) {
      return count(hours, "hour");
    }
    return hours < HOURS_TOLD_BESIDE_DAYS && hours % 24 != 0
        ? count(hours / 24, "day") + " " + count(hours % 24, "hour")
        : count(rounded(nanos, 24 * Limits.HOUR), "day");
  }

  /** As {@link #words} where they are exact, else as {@link #brief}. */
  public static String exactly(long nanos) {
    long unit =
        nanos < SECONDS_UNTIL * Limits.SECOND
            ? Limits.SECOND
            : nanos < MINUTES_UNTIL * Limits.MINUTE
                ? Limits.MINUTE
                : nanos <= HOURS_TO * Limits.HOUR ? Limits.HOUR : 24 * Limits.HOUR;
    return nanos % unit == 0 ? words(nanos) : brief(nanos);
  }

  private static long rounded(long nanos, long unit) {
    return nanos / unit + (nanos % unit >= unit / 2 ? 1 : 0);
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  /**
   * Such as {@code 2d 23h 59m}: the three largest units, rounded down; below two minutes as {@link
   * #seconds}.
   */
  public static String brief(long nanos) {
    if (nanos < SECONDS_UNTIL * Limits.SECOND) {
      return seconds(nanos);
    }
    long[] units = {24 * Limits.HOUR, Limits.HOUR, Limits.MINUTE, Limits.SECOND};
    int largest = 0;
    while (nanos < units[largest]) {
      largest++;
    }
    StringBuilder text = new StringBuilder();
    long rest = nanos;
    for (int i = largest; i < Math.min(units.length, largest + 3); i++) {
      long number = rest / units[i];
      rest -= number * units[i];
      if (number > 0) {
        text.append(text.isEmpty() ? "" : " ").append(number).append("dhms".charAt(i));
      }
    }
    return text.toString();
  }

  public static String seconds(long nanos) {
    long whole = nanos / Limits.SECOND;
    long fraction = nanos % Limits.SECOND;
    if (fraction == 0) {
      return whole + "s";
    }
    String digits = Long.toString(Limits.SECOND + fraction).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return whole + "." + digits.substring(0, end) + "s";
  }
}
