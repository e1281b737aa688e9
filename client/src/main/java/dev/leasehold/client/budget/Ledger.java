package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Budget;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a budget that is certainly left: the rest that the server told last, less the amounts
 * that were set aside and spent here since then, of which the server may not know. It may be too
 * little, and never too much as long as nobody else spends from the same budget.
 */
final class Ledger {

  private Map<String, Long> granted = Map.of();
  private Map<String, Long> spent = Map.of();
  private Map<String, Long> restTold = Map.of();
  private final Map<String, Map<String, Long>> untold = new HashMap<>();
  private long heardNanos;

  /** Begins with what the handshake has told. */
  Ledger(Budget budget, long nowNanos) {
    take(budget, budget.getRestMap(), nowNanos);
  }

  /**
   * Takes the budget as the server told it in reply to a request that was sent at that time.
   * Replies to requests that were under way at the same time come in any order: what was granted
   * and spent only grows and so tells which is the newer, and where that is the same, the lesser
   * rest counts.
   */
  synchronized void told(Budget budget, long sentNanos, long nowNanos) {
    boolean together = sentNanos - heardNanos < 0;
    boolean more = isBeyond(budget, granted, spent);
    if (!together || more) {
      take(budget, budget.getRestMap(), nowNanos);
    } else if (granted.equals(budget.getGrantedMap()) && spent.equals(budget.getSpentMap())) {
      take(budget, Amounts.atMost(restTold, budget.getRestMap()), nowNanos);
    }
  }

  private static boolean isBeyond(
      Budget budget, Map<String, Long> granted, Map<String, Long> spent) {
    return !Amounts.beyond(budget.getGrantedMap(), granted).isEmpty()
        || !Amounts.beyond(budget.getSpentMap(), spent).isEmpty();
  }

  private void take(Budget budget, Map<String, Long> rest, long nowNanos) {
    granted = Map.copyOf(budget.getGrantedMap());
    spent = Map.copyOf(budget.getSpentMap());
    restTold = Map.copyOf(rest);
    heardNanos = nowNanos;
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

  /** Whether something was taken that the server may not know of. */
  synchronized boolean hasUntold() {
    return !untold.isEmpty();
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
