package dev.leasehold.kernel.request;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks amounts by themselves, without looking at the state. */
public final class AmountsInput {

  private AmountsInput() {}

  public static @Nullable Refusal check(String field, Amounts amounts) {
    if (amounts.asMap().size() > Limits.MAX_UNITS) {
      return new InputRefusal.InvalidInput(
          field, field + " has more than " + Limits.MAX_UNITS + " units");
    }
    for (Map.Entry<String, Long> unit : amounts.asMap().entrySet()) {
      if (!Names.isName(unit.getKey())) {
        return new InputRefusal.InvalidInput(
            field, "a unit in " + field + " has a name of A-Z a-z 0-9 . _ @ / - up to 128 long");
      }
      if (unit.getValue() > Limits.MAX_AMOUNT) {
        return new InputRefusal.InvalidInput(
            field + "." + unit.getKey(),
            "an amount in " + field + " is at most " + Limits.MAX_AMOUNT);
      }
    }
    return null;
  }

  /**
   * Refuses a unit that an account has never had: asking for less of it would not help. Where there
   * is nothing of any unit, it is too little rather than another unit.
   *
   * @param had all units that the account has, or had
   * @param of the account's name in a sentence
   */
  public static @Nullable Refusal checkUnits(
      String field, Amounts amounts, Amounts had, String of) {
    for (String unit : amounts.asMap().keySet()) {
      if (had.of(unit) == 0 && !had.isNothing()) {
        return new InputRefusal.InvalidInput(
            field + "." + unit,
            of + " is counted in " + String.join(", ", had.asMap().keySet()) + ", not in " + unit);
      }
    }
    return null;
  }

  /** Checks amounts that must not be empty. */
  public static @Nullable Refusal checkSome(String field, Amounts amounts) {
    return amounts.isNothing()
        ? new InputRefusal.InvalidInput(
            field, "name at least one unit and how much of it in " + field)
        : check(field, amounts);
  }
}
