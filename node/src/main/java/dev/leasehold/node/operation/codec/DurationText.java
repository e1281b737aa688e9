package dev.leasehold.node.operation.codec;

import com.google.protobuf.Duration;
import dev.leasehold.kernel.Durations;
import dev.leasehold.kernel.Limits;
import java.math.BigDecimal;

/** Durations as people write them ({@code 1h30m}) and as replies have them ({@code 5400s}). */
final class DurationText {

  /** More than any sensible duration needs. */
  private static final int MAX_LENGTH = 48;

  private static final String EXPECTED =
      "expected a duration such as \"300s\", \"72h\", \"1.5s\", \"250ms\" or \"1h30m\"";

  /** From large to small, the order in which they may follow each other. */
  private enum Unit {
    h(Limits.HOUR),
    m(Limits.MINUTE),
    s(Limits.SECOND),
    ms(Limits.MILLISECOND),
    us(1_000),
    ns(1);

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

  static Duration parse(String text) throws MalformedInput {
    if (text.startsWith("-")) {
      throw MalformedInput.here("a duration must not be negative");
    }
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw MalformedInput.here(EXPECTED);
    }
    long nanos = new DurationText(text).sum();
    return Duration.newBuilder()
        .setSeconds(nanos / Limits.SECOND)
        .setNanos((int) (nanos % Limits.SECOND))
        .build();
  }

  private long sum() throws MalformedInput {
    BigDecimal nanos = BigDecimal.ZERO;
    Unit last = null;
    while (at < text.length()) {
      BigDecimal amount = amount();
      Unit unit = unit();
      if (last != null && unit.compareTo(last) <= 0) {
        throw MalformedInput.here(EXPECTED);
      }
      last = unit;
      nanos = nanos.add(amount.multiply(unit.nanos));
    }
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw MalformedInput.here("a duration cannot be finer than a nanosecond");
    }
    if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw MalformedInput.here("a duration cannot be longer than 292 years");
    }
    return nanos.longValueExact();
  }

  private BigDecimal amount() throws MalformedInput {
    int start = at;
    skipDigits();
    boolean hasWhole = at > start;
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      int fraction = at;
      skipDigits();
      hasWhole &= at > fraction;
    }
    if (!hasWhole) {
      throw MalformedInput.here(EXPECTED);
    }
    return new BigDecimal(text.substring(start, at));
  }

  private void skipDigits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }

  private Unit unit() throws MalformedInput {
    int start = at;
    while (at < text.length() && text.charAt(at) >= 'a' && text.charAt(at) <= 'z') {
      at++;
    }
    String name = text.substring(start, at);
    for (Unit unit : Unit.values()) {
      if (unit.name().equals(name)) {
        return unit;
      }
    }
    throw MalformedInput.here(EXPECTED);
  }

  static String format(Duration duration) {
    return Durations.seconds(duration.getSeconds() * Limits.SECOND + duration.getNanos());
  }
}
