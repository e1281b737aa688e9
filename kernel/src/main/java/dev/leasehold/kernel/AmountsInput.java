package dev.leasehold.kernel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be wrong with amounts by themselves. */
final class AmountsInput {

  private AmountsInput() {}

  static @Nullable Refusal check(String field, Amounts amounts) {
    if (amounts.asMap().size() > Limits.MAX_UNITS) {
      return new Refusal.InvalidInput(
          field, field + " has more than " + Limits.MAX_UNITS + " units");
    }
    for (Map.Entry<String, Long> unit : amounts.asMap().entrySet()) {
      if (!Names.isName(unit.getKey())) {
        return new Refusal.InvalidInput(
            field, "a unit in " + field + " has a name of A-Z a-z 0-9 . _ @ / - up to 128 long");
      }
      if (unit.getValue() > Limits.MAX_AMOUNT) {
        return new Refusal.InvalidInput(
            field, "an amount in " + field + " is at most " + Limits.MAX_AMOUNT);
      }
    }
    return null;
  }

  /** Of amounts that must be something. */
  static @Nullable Refusal checkSome(String field, Amounts amounts) {
    return amounts.isNothing()
        ? new Refusal.InvalidInput(field, "name at least one unit and how much of it in " + field)
        : check(field, amounts);
  }
}
