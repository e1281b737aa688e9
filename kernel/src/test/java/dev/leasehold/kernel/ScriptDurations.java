package dev.leasehold.kernel;

import dev.leasehold.kernel.policy.Limits;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in a {@link Script}: {@code 5s}, {@code 72h}, {@code 15m-1ns}. */
final class ScriptDurations {

  private static final Pattern PART = Pattern.compile("([+-]?)(\\d+)(ns|ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(" + PART.pattern() + ")+");

  private ScriptDurations() {}

  static boolean isDuration(String word) {
    return WHOLE.matcher(word).matches();
  }

  static long parse(String word) {
    if (!isDuration(word)) {
      throw new IllegalArgumentException("no duration: " + word);
    }
    long nanos = 0;
    Matcher parts = PART.matcher(word);
    while (parts.find()) {
      long part = Long.parseLong(parts.group(2)) * unit(parts.group(3));
      nanos += parts.group(1).equals("-") ? -part : part;
    }
    return nanos;
  }

  /** In the largest unit that leaves no rest. */
  static String text(long nanos) {
    for (String unit : new String[] {"d", "h", "m", "s", "ms"}) {
      if (nanos != 0 && nanos % unit(unit) == 0) {
        return nanos / unit(unit) + unit;
      }
    }
    return nanos == 0 ? "0s" : nanos + "ns";
  }

  private static long unit(String name) {
    return switch (name) {
      case "ns" -> 1;
      case "ms" -> Limits.MILLISECOND;
      case "s" -> Limits.SECOND;
      case "m" -> Limits.MINUTE;
      case "h" -> Limits.HOUR;
      default -> Limits.DAY;
    };
  }
}
