package dev.leasehold.testing.simulation.books;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of one lease. Money itself is in {@code rest} and {@code reserved}; the other
 * figures are memoranda, so that what is delegated can be counted in two ways.
 */
public final class LeaseAccount {

  /** Money set aside for a call. */
  public record Hold(String id, LeaseAccount account, long deadlineTick, long[] amounts) {}

  /** How a hold ended, to know a retry. */
  public record Over(String how, long[] spent) {}

  final Entry owner;
  public final PoolBook pool;
  public final @Nullable LeaseAccount parent;
  final List<LeaseAccount> children = new ArrayList<>();

  public final long[] rest = Units.none();
  public final long[] reserved = Units.none();
  public final long[] granted = Units.none();
  public final long[] spent = Units.none();
  public final long[] returned = Units.none();

  public final Map<String, Hold> holds = new HashMap<>();
  public final Map<String, Over> over = new HashMap<>();

  LeaseAccount(Entry owner, PoolBook pool, @Nullable LeaseAccount parent) {
    this.owner = owner;
    this.pool = pool;
    this.parent = parent;
  }

  /** The money that its children have and have not yet spent or returned. */
  public long[] delegated() {
    long[] sum = Units.none();
    for (LeaseAccount child : children) {
      Units.add(sum, child.granted);
      sum = Units.difference(sum, child.spent);
      sum = Units.difference(sum, child.returned);
    }
    return sum;
  }

  public boolean isExhausted() {
    for (int i = 0; i < granted.length; i++) {
      if (granted[i] > 0 && spent[i] == granted[i]) {
        return true;
      }
    }
    return false;
  }
}
