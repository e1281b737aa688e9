package dev.leasehold.api;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads durations as people write them, such as {@code 300s}, {@code 1h30m}, {@code 1.5s} or {@code
 * 3d}. Requests over HTTP and options of the command line are read here, so that they mean the same
 * and are refused with the same sentence.
 */
public final class DurationText {

  /** More than any sensible duration needs. */
  private static final int MAX_LENGTH = 48;

  private static final String EXPECTED =
      "expected a duration such as \"300s\", \"72h\", \"1.5s\", \"250ms\", \"1h30m\" or \"3d\"";

  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  /** From large to small, the order in which they may follow each other. */
  private enum Unit {
    d(86_400_000_000_000L),
    h(3_600_000_000_000L),
    m(60_000_000_000L),
    s(1_000_000_000L),
    ms(1_000_000L),
    us(1_000L),
    ns(1L);

    private final BigDecimal nanos;

    Unit(long nanos) {
      this.nanos = BigDecimal.valueOf(nanos);
    }
  }

  private final String text;
  private int at;

  private DurationText(String text) {
    this.text = text;
  }

  /** The duration, from nothing to 292 years; whether it is acceptable is for others to say. */
  public static Duration parse(String text) throws MalformedDurationException {
    if (text.startsWith("-")) {
      throw new MalformedDurationException("a duration must not be negative");
    }
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new MalformedDurationException(EXPECTED);
    }
    return Duration.ofNanos(new DurationText(text).sum());
  }

  private long sum() throws MalformedDurationException {
    BigDecimal nanos = BigDecimal.ZERO;
    Unit last = null;
    while (at < text.length()) {
      BigDecimal amount = amount();
      Unit unit = unit(last);
      nanos = nanos.add(amount.multiply(unit.nanos));
      last = unit;
    }
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw new MalformedDurationException("a duration cannot be finer than a nanosecond");
    }
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw new MalformedDurationException("a duration cannot be longer than 292 years");
    }
    return nanos.longValueExact();
  }

  private BigDecimal amount() throws MalformedDurationException {
    int start = at;
    skip('0', '9');
    boolean complete = at > start;
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      int fraction = at;
      skip('0', '9');
      complete &= at > fraction;
    }
    if (!complete) {
      throw new MalformedDurationException(EXPECTED);
    }
    return new BigDecimal(text.substring(start, at));
  }

  /** The unit that comes next, which has to be smaller than the one before. */
  private Unit unit(@Nullable Unit before) throws MalformedDurationException {
    int start = at;
    skip('a', 'z');
    String name = text.substring(start, at);
    for (Unit unit : Unit.values()) {
      if (unit.name().equals(name) && (before == null || unit.compareTo(before) > 0)) {
        return unit;
      }
    }
    throw new MalformedDurationException(EXPECTED);
  }

  private void skip(char first, char last) {
    while (at < text.length() && text.charAt(at) >= first && text.charAt(at) <= last) {
      at++;
    }
  }
}
