package dev.leasehold.cli.money;

import dev.leasehold.api.AmountText;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An amount of one unit, as people write it ({@code $12.50}, {@code 2M tokens}, {@code tokens=2M})
 * and as the server counts it, in whole numbers.
 */
public record Amount(String unit, long figure) {

  public static final String MICRODOLLARS = AmountText.MICRODOLLARS;

  /** Plain digits, or digits in groups of three, as output has them. */
  private static final String NUMBER =
      "((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,19})(?:[.][0-9]+)?)([kKMGB]?)";

  private static final String UNIT = "([A-Za-z0-9._@/-]{1,128})";

  private static final Pattern DOLLARS = Pattern.compile("[$] ?" + NUMBER);
  private static final Pattern EXACT = Pattern.compile(UNIT + "=" + NUMBER);
  private static final Pattern WORDS = Pattern.compile(NUMBER + " +" + UNIT);
  private static final Pattern BARE = Pattern.compile(NUMBER);
  private static final Pattern SIGN = Pattern.compile("[€£¥].*|.*[€£¥]");

  private static final Map<String, Integer> ZEROS =
      Map.of("", 0, "k", 3, "K", 3, "M", 6, "G", 9, "B", 9);

  /** Something that is no amount, with what was meant. */
  public static final class NoAmountException extends Exception {

    private static final long serialVersionUID = 1;

    private final String sentence;

    NoAmountException(String sentence) {
      super(sentence);
      this.sentence = sentence;
    }

    String sentence() {
      return sentence;
    }
  }

  /** Reads an amount. */
  public static Amount parse(String text) throws NoAmountException {
    String given = text.strip();
    Matcher dollars = DOLLARS.matcher(given);
    if (dollars.matches()) {
      return new Amount(MICRODOLLARS, whole(dollars, 1, AmountText.MICRO_DECIMALS));
    }
    Matcher exact = EXACT.matcher(given);
    if (exact.matches()) {
      return new Amount(exact.group(1), whole(exact, 2, 0));
    }
    Matcher words = WORDS.matcher(given);
    if (words.matches()) {
      return ofWords(words);
    }
    throw new NoAmountException(meant(given));
  }

  /** A dollar is spelt out or in capitals; the unit usd is somebody's own, with other figures. */
  private static Amount ofWords(Matcher words) throws NoAmountException {
    String unit = words.group(3);
    String number = words.group(1) + words.group(2);
    return switch (unit) {
      case "USD", "dollar", "dollars" ->
          new Amount(MICRODOLLARS, whole(words, 1, AmountText.MICRO_DECIMALS));
      case "usd", "Usd" ->
          throw new NoAmountException(
              "did you mean $" + number + ", or usd=" + number + " of a unit of your own?");
      default -> new Amount(unit, whole(words, 1, 0));
    };
  }

  private static String meant(String given) {
    if (given.startsWith("-") || given.contains("=-") || given.startsWith("$-")) {
      return "an amount is not negative";
    }
    if (BARE.matcher(given).matches()) {
      return "of what? Did you mean tokens=" + given + " or $" + given + "?";
    }
    if (SIGN.matcher(given).matches()) {
      return "only dollars have a sign; name the unit, such as eur_micros=12500000";
    }
    return "expected a form such as $12.50, '2M tokens', tokens=2M or tokens=5000";
  }

  private static long whole(Matcher found, int group, int decimals) throws NoAmountException {
    String digits = found.group(group).replace(",", "");
    Integer zeros = ZEROS.get(found.group(group + 1));
    BigDecimal number =
        new BigDecimal(digits).movePointRight(decimals + (zeros == null ? 0 : zeros));
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new NoAmountException(
          number.stripTrailingZeros().scale() > 0
              ? decimals == 0
                  ? "it is no whole number"
                  : "dollars are counted in millionths, so they have at most six decimals"
              : "it is too large");
    }
  }

  /** As people read it, and as it can be written again: {@code $12.50}, {@code 2,000 tokens}. */
  public static String text(String unit, long figure) {
    return AmountText.of(unit, figure);
  }

  /** A figure of a reply as people read it; one that is no number stays as it is. */
  public static String text(String unit, @Nullable String figure) {
    try {
      return text(unit, Long.parseLong(figure == null ? "" : figure));
    } catch (NumberFormatException e) {
      return figure + " " + unit;
    }
  }

  @Override
  public String toString() {
    return text(unit, figure);
  }
}
