package dev.leasehold.kernel.budget;

import java.util.Locale;
import java.util.Optional;

/**
 * How a pool is filled by itself: at the beginning of every period it gets what is missing until
 * free and outstanding make the amounts.
 *
 * @param zone names the time zone in which periods begin; of no meaning to the kernel
 */
public record Recurrence(Every every, String zone, Amounts amounts) {

  /** The length of a period. */
  public enum Every {
    DAY,
    WEEK,
    MONTH;

    /** Reads a word in any case. */
    public static Optional<Every> parse(String text) {
      for (Every every : values()) {
        if (every.name().equalsIgnoreCase(text)) {
          return Optional.of(every);
        }
      }
      return Optional.empty();
    }

    /** As callers and tables spell it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
