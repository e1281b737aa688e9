package dev.leasehold.testing.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** The accounts of a pool, and all purses that were filled from it. */
final class PoolBook {

  final String id;

  /** All that was ever put in and not taken out again. */
  final long[] paidIn = Units.none();

  final long[] free = Units.none();
  final long[] spent = Units.none();
  boolean open = true;

  final Map<String, Purse> purses = new LinkedHashMap<>();

  PoolBook(String id) {
    this.id = id;
  }

  /** The money in the purses of the pool. */
  long[] outstanding() {
    long[] sum = Units.none();
    for (Purse purse : purses.values()) {
      Units.add(sum, purse.rest);
      Units.add(sum, purse.reserved);
    }
    return sum;
  }
}
