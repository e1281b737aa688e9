package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Amounts by unit: exact, in thousands and millions, or in dollars. */
public final class AmountOptions {

  private static final Pattern EXACT =
      Pattern.compile("([A-Za-z0-9._@/-]+)=([0-9]{1,18}(?:[.][0-9]{1,6})?)([kMG]?)");

  private static final Pattern DOLLARS = Pattern.compile("[$]([0-9]{1,12}(?:[.][0-9]{1,6})?)");
  private static final String MICRODOLLARS = "usd_micros";

  @Option(
      names = "--amount",
      paramLabel = "AMOUNT",
      description =
          "How much: tokens=5000, tokens=2M or $$12.50 (which is usd_micros=12500000), one for"
              + " each unit.")
  private List<String> amounts = new ArrayList<>();

  boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** The amounts as the server takes them. */
  Map<String, Object> byUnit() throws CallFailedException {
    Map<String, Object> byUnit = new LinkedHashMap<>();
    for (String amount : amounts) {
      if (byUnit.put(unit(amount), figure(amount)) != null) {
        throw wrong(amount, "the unit is there twice");
      }
    }
    return byUnit;
  }

  /** The same, where there has to be one. */
  public Map<String, Object> some() throws CallFailedException {
    if (amounts.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE, "say how much with --amount, such as --amount tokens=5000");
    }
    return byUnit();
  }

  private static String unit(String amount) throws CallFailedException {
    Matcher exact = EXACT.matcher(amount);
    if (exact.matches()) {
      return exact.group(1);
    }
    if (DOLLARS.matcher(amount).matches()) {
      return MICRODOLLARS;
    }
    throw wrong(amount, "expected a form such as tokens=5000, tokens=2M or $12.50");
  }

  private static long figure(String amount) throws CallFailedException {
    Matcher dollars = DOLLARS.matcher(amount);
    Matcher exact = EXACT.matcher(amount);
    try {
      if (dollars.matches()) {
        return new BigDecimal(dollars.group(1)).movePointRight(6).longValueExact();
      }
      int thousands =
          exact.matches() ? " kMG".indexOf(exact.group(3).isEmpty() ? " " : exact.group(3)) : 0;
      return new BigDecimal(exact.group(2)).movePointRight(3 * thousands).longValueExact();
    } catch (ArithmeticException e) {
      throw wrong(amount, "it is no whole number, or too large");
    }
  }

  private static CallFailedException wrong(String amount, String why) {
    return new CallFailedException(Exit.USAGE, "--amount " + amount + ": " + why);
  }
}
