package dev.leasehold.api;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Amounts as people read them: {@code $12.50}, {@code 2,000 tokens}. Fields have the integers. */
public final class AmountText {

  /** Dollars are counted in millionths. */
  public static final String MICRODOLLARS = "usd_micros";

  public static final int MICRO_DECIMALS = 6;

  private static final int USUAL_DECIMALS = 2;

  private AmountText() {}

  public static String of(String unit, long figure) {
    return unit.equals(MICRODOLLARS)
        ? dollars(figure)
        : String.format(Locale.ROOT, "%,d %s", figure, unit);
  }

  /** Several, in the order of their units; {@code nothing} if there are none. */
  public static String of(Map<String, Long> amounts) {
    return amounts.isEmpty()
        ? "nothing"
        : new TreeMap<>(amounts)
            .entrySet().stream()
                .map(amount -> of(amount.getKey(), amount.getValue()))
                .collect(Collectors.joining(", "));
  }

  private static String dollars(long micros) {
    BigDecimal amount = BigDecimal.valueOf(micros, MICRO_DECIMALS).stripTrailingZeros();
    int decimals = Math.max(USUAL_DECIMALS, amount.scale());
    return String.format(Locale.ROOT, "$%,." + decimals + "f", amount);
  }
}
