package dev.leasehold.cli.money;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Amounts of several units, of options and of replies. */
public final class Amounts {

  private Amounts() {}

  /**
   * Reads the values of an option, one for each unit, as the server takes them.
   *
   * @param option its name, for whoever gave a wrong one
   */
  public static Map<String, Object> byUnit(String option, List<String> given)
      throws CallFailedException {
    Map<String, Object> byUnit = new LinkedHashMap<>();
    for (String text : given) {
      try {
        Amount amount = Amount.parse(text);
        if (byUnit.put(amount.unit(), amount.figure()) != null) {
          throw wrong(option, text, "the unit " + amount.unit() + " is there twice");
        }
      } catch (Amount.NoAmountException e) {
        throw wrong(option, text, e.sentence());
      }
    }
    return byUnit;
  }

  private static CallFailedException wrong(String option, String text, String why) {
    return new CallFailedException(Exit.USAGE, option + " " + text + ": " + why);
  }

  /** The amounts of a reply, such as "$5.00, 30 tokens"; empty if there are none. */
  public static String text(Fields amounts) {
    return amounts.names().stream()
        .sorted((a, b) -> Boolean.compare(isMoney(b), isMoney(a)))
        .map(unit -> Amount.text(unit, amounts.text(unit)))
        .collect(Collectors.joining(", "));
  }

  private static boolean isMoney(String unit) {
    return unit.equals(Amount.MICRODOLLARS);
  }

  /** Whole numbers by unit, as people read them. */
  public static String text(Map<String, Long> amounts) {
    return amounts.entrySet().stream()
        .map(amount -> Amount.text(amount.getKey(), amount.getValue()))
        .collect(Collectors.joining(", "));
  }
}
