package dev.leasehold.kernel;

/** Durations as people and programs read them: decimal seconds, {@code 259199.9s}. */
public final class Durations {

  private Durations() {}

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
