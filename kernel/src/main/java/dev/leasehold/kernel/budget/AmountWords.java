package dev.leasehold.kernel.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Amounts in sentences for people. Fields have the exact integers. */
public final class AmountWords {

  private static final int MICRO_DECIMALS = 6;
  private static final int USUAL_DECIMALS = 2;
  private static final Pattern MICRODOLLARS = Pattern.compile("\\b([0-9]{1,19}) usd_micros\\b");

  private AmountWords() {}

  /** Millionths of dollars become dollars: {@code 95000000 usd_micros} is {@code $95.00}. */
  public static String inText(String text) {
    return MICRODOLLARS.matcher(text).replaceAll(AmountWords::dollars);
  }

  private static String dollars(MatchResult found) {
    BigDecimal dollars = new BigDecimal(found.group(1)).movePointLeft(MICRO_DECIMALS);
    BigDecimal brief = dollars.stripTrailingZeros();
    int decimals = Math.max(USUAL_DECIMALS, brief.scale());
    return "\\$" + brief.setScale(decimals, RoundingMode.UNNECESSARY).toPlainString();
  }
}
