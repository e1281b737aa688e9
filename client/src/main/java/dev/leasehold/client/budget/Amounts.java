package dev.leasehold.client.budget;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Arithmetic of whole numbers by unit. */
final class Amounts {

  private Amounts() {}

  /** A copy in the order of the units. */
  static Map<String, Long> checked(Map<String, Long> amounts) {
    for (Map.Entry<String, Long> amount : amounts.entrySet()) {
      if (amount.getValue() < 0) {
        throw new IllegalArgumentException(
            "an amount is 0 or more, not " + amount.getValue() + " " + amount.getKey());
      }
    }
    return new TreeMap<>(amounts);
  }

  /** The part of the first that is beyond the second; units without such a part are left out. */
  static Map<String, Long> beyond(Map<String, Long> amounts, Map<String, Long> covered) {
    Map<String, Long> more = new LinkedHashMap<>();
    amounts.forEach(
        (unit, amount) -> {
          long excess = amount - Math.max(0, covered.getOrDefault(unit, 0L));
          if (excess > 0) {
            more.put(unit, excess);
          }
        });
    return more;
  }

  static Map<String, Long> atMost(Map<String, Long> amounts, Map<String, Long> most) {
    Map<String, Long> less = new TreeMap<>();
    amounts.forEach(
        (unit, amount) ->
            less.put(unit, Math.min(amount, Math.max(0, most.getOrDefault(unit, 0L)))));
    return less;
  }

  static boolean isNothing(Map<String, Long> amounts) {
    return amounts.values().stream().allMatch(amount -> amount == 0);
  }
}
