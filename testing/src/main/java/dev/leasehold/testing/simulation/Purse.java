package dev.leasehold.testing.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of one lease. Money itself is in {@code rest} and {@code reserved}; the other
 * figures are memoranda, so that what is delegated can be counted in two ways.
 */
final class Purse {

  /** Money set aside for a call. */
  record Hold(String id, Purse purse, long deadlineTick, long[] amounts) {}

  /** How a hold ended, to know a retry. */
  record Over(String how, long[] spent) {}

  final Entry owner;
  final PoolBook pool;
  final @Nullable Purse parent;
  final List<Purse> children = new ArrayList<>();

  final long[] rest = Units.none();
  final long[] reserved = Units.none();
  final long[] granted = Units.none();
  final long[] spent = Units.none();
  final long[] returned = Units.none();

  final Map<String, Hold> holds = new HashMap<>();
  final Map<String, Over> over = new HashMap<>();

  Purse(Entry owner, PoolBook pool, @Nullable Purse parent) {
    this.owner = owner;
    this.pool = pool;
    this.parent = parent;
  }

  /** The money that its children have and have not yet spent or returned. */
  long[] delegated() {
    long[] sum = Units.none();
    for (Purse child : children) {
      Units.add(sum, child.granted);
      sum = Units.difference(sum, child.spent);
      sum = Units.difference(sum, child.returned);
    }
    return sum;
  }

  boolean isExhausted() {
    for (int i = 0; i < granted.length; i++) {
      if (granted[i] > 0 && spent[i] == granted[i]) {
        return true;
      }
    }
    return false;
  }
}
