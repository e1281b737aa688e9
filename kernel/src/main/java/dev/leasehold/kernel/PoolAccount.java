package dev.leasehold.kernel;

import java.util.LinkedHashMap;
import java.util.Map;

/** The money of one pool; its total is the sum of the three. */
final class PoolAccount {

  final String id;
  Amounts free = Amounts.NONE;
  Amounts outstanding = Amounts.NONE;
  Amounts spent = Amounts.NONE;
  boolean open = true;

  /** Requests that moved its money, the oldest first, with their ticks. */
  final Map<RequestKey, Long> requests = new LinkedHashMap<>();

  PoolAccount(String id) {
    this.id = id;
  }

  Pool pool() {
    return new Pool(id, free, outstanding, spent, open);
  }
}
