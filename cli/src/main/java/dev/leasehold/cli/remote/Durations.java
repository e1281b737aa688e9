package dev.leasehold.cli.remote;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Durations as people type them, such as {@code 300s}, {@code 1h30m}, {@code 1.5s} or {@code 3d},
 * and as they are written on the wire.
 */
public final class Durations {

  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);
  private static final int MAX_LENGTH = 40;

  private Durations() {}

  /** The duration, or null if this is none; whether it is acceptable is the server's to say. */
  public static @Nullable Duration parse(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return null;
    }
    BigDecimal seconds = BigDecimal.ZERO;
    int at = 0;
    while (at < text.length()) {
      int unit = at;
      while (unit < text.length() && isOfNumber(text.charAt(unit))) {
        unit++;
      }
      int next = unit;
      while (next < text.length() && !isOfNumber(text.charAt(next))) {
        next++;
      }
      BigDecimal scale = secondsOf(text.substring(unit, next));
      if (unit == at || scale == null) {
        return null;
      }
      try {
        seconds = seconds.add(new BigDecimal(text.substring(at, unit)).multiply(scale));
      } catch (NumberFormatException e) {
        return null;
      }
      at = next;
    }
    return ofSeconds(seconds);
  }

  /**
   * As the server reads it, which knows no days. What is no duration stays as it is, for the server
   * to say what is wrong with it.
   */
  public static @Nullable String wire(@Nullable String given) {
    if (given == null || given.indexOf('d') < 0) {
      return given;
    }
    Duration duration = parse(given);
    return duration == null ? given : duration.toMillis() + "ms";
  }

  private static @Nullable Duration ofSeconds(BigDecimal seconds) {
    try {
      BigDecimal nanos = seconds.multiply(NANOS_PER_SECOND).setScale(0, RoundingMode.DOWN);
      return Duration.ofNanos(nanos.longValueExact());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static boolean isOfNumber(char c) {
    return (c >= '0' && c <= '9') || c == '.';
  }

  private static @Nullable BigDecimal secondsOf(String unit) {
    return switch (unit) {
      case "ms" -> new BigDecimal("0.001");
      case "s" -> BigDecimal.ONE;
      case "m" -> BigDecimal.valueOf(60);
      case "h" -> BigDecimal.valueOf(3600);
      case "d" -> BigDecimal.valueOf(86_400);
      default -> null;
    };
  }
}
