package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Budget;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a budget that is certainly left: the server's last figure, less the amounts that were
 * set aside and spent here since then, which the server may not have counted. It may be too little,
 * and never too much as long as nobody else spends from the same budget.
 */
final class Ledger {

  private Map<String, Long> granted = Map.of();
  private Map<String, Long> spent = Map.of();
  private Map<String, Long> serverRest = Map.of();
  private final Map<String, Map<String, Long>> uncounted = new HashMap<>();
  private long heardNanos;

  /** Begins with the reply to the handshake. */
  Ledger(Budget budget, long nowNanos) {
    take(budget, budget.getRestMap(), nowNanos);
  }

  /**
   * Takes the budget from the reply to a request that was sent at that time. Replies to requests
   * that were under way at the same time come in any order: what was granted and spent only grows
   * and so tells which is the newer, and where that is the same, the lesser rest counts.
   */
  synchronized void update(Budget budget, long sentNanos, long nowNanos) {
    boolean together = sentNanos - heardNanos < 0;
    boolean more = isBeyond(budget, granted, spent);
    if (!together || more) {
      take(budget, budget.getRestMap(), nowNanos);
    } else if (granted.equals(budget.getGrantedMap()) && spent.equals(budget.getSpentMap())) {
      take(budget, Amounts.atMost(serverRest, budget.getRestMap()), nowNanos);
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
    serverRest = Map.copyOf(rest);
    heardNanos = nowNanos;
  }

  /** So much is taken under this id that the server may not have counted. */
  synchronized void takeUncounted(String id, Map<String, Long> amounts) {
    if (Amounts.isNothing(amounts)) {
      uncounted.remove(id);
    } else {
      uncounted.put(id, amounts);
    }
  }

  /** Takes it only if that much is certainly left. */
  synchronized boolean takeIfLeft(String id, Map<String, Long> amounts) {
    if (!Amounts.beyond(amounts, remaining()).isEmpty()) {
      return false;
    }
    uncounted.put(id, amounts);
    return true;
  }

  /** Whether something was taken that the server may not have counted. */
  synchronized boolean hasUncounted() {
    return !uncounted.isEmpty();
  }

  /** Notes that the server has counted all that was taken under this id. */
  synchronized void countedByServer(String id) {
    uncounted.remove(id);
  }

  synchronized Map<String, Long> remaining() {
    Map<String, Long> rest = new TreeMap<>(serverRest);
    for (Map<String, Long> taken : uncounted.values()) {
      taken.forEach((unit, amount) -> rest.merge(unit, -amount, Long::sum));
    }
    rest.replaceAll((unit, amount) -> Math.max(0, amount));
    return rest;
  }

  /** Whether less than this part of some unit is left of what was granted. */
  synchronized boolean isBelow(double part) {
    Map<String, Long> rest = remaining();
    return granted.entrySet().stream()
        .anyMatch(unit -> rest.getOrDefault(unit.getKey(), 0L) < unit.getValue() * part);
  }
}
