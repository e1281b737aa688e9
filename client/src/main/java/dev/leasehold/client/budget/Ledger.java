package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Budget;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is certainly left of a budget: what the server said last, less what was set aside and spent
 * here since then and which it may not know. May be too little, and never too much as long as
 * nobody else spends from the same budget.
 */
final class Ledger {

  private Map<String, Long> granted = Map.of();
  private Map<String, Long> spent = Map.of();
  private Map<String, Long> restTold = Map.of();
  private final Map<String, Map<String, Long>> untold = new HashMap<>();

  synchronized void told(Budget budget) {
    granted = Map.copyOf(budget.getGrantedMap());
    spent = Map.copyOf(budget.getSpentMap());
    restTold = Map.copyOf(budget.getRestMap());
  }

  /** So much is taken under this id that the server may not know of. */
  synchronized void takeUntold(String id, Map<String, Long> amounts) {
    if (Amounts.isNothing(amounts)) {
      untold.remove(id);
    } else {
      untold.put(id, amounts);
    }
  }

  /** Takes it only if that much is certainly left. */
  synchronized boolean takeIfLeft(String id, Map<String, Long> amounts) {
    if (!Amounts.beyond(amounts, rest()).isEmpty()) {
      return false;
    }
    untold.put(id, amounts);
    return true;
  }

  /** The server knows all about this id. */
  synchronized void told(String id) {
    untold.remove(id);
  }

  synchronized Map<String, Long> granted() {
    return granted;
  }

  synchronized Map<String, Long> spent() {
    return spent;
  }

  synchronized Map<String, Long> rest() {
    Map<String, Long> rest = new TreeMap<>(restTold);
    for (Map<String, Long> taken : untold.values()) {
      taken.forEach((unit, amount) -> rest.merge(unit, -amount, Long::sum));
    }
    rest.replaceAll((unit, amount) -> Math.max(0, amount));
    return rest;
  }

  /** Whether less than this part of some unit is left of what was granted. */
  synchronized boolean isBelow(double part) {
    Map<String, Long> rest = rest();
    return granted.entrySet().stream()
        .anyMatch(unit -> rest.getOrDefault(unit.getKey(), 0L) < unit.getValue() * part);
  }
}
