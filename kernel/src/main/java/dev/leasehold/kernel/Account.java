package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The money of one lease. Always {@code spent + reserved + delegated + returned <= granted}, in
 * every unit.
 */
final class Account {

  /** Where it comes from and goes back to: a pool, or the account of the lease's parent. */
  final @Nullable PoolAccount pool;

  final @Nullable Account parent;
  final Holding holding;

  Amounts granted = Amounts.NONE;
  Amounts reserved = Amounts.NONE;
  Amounts delegated = Amounts.NONE;
  Amounts spent = Amounts.NONE;
  Amounts returned = Amounts.NONE;

  /** Open reservations by their ids. */
  final TreeMap<String, Reservation> reservations = new TreeMap<>();

  /** Reservations that are over, with what became of them, so that a retry is recognised. */
  final TreeMap<String, Long> settled = new TreeMap<>();

  /** Requests that moved its money. */
  final List<RequestKey> requests = new ArrayList<>();

  Account(Holding holding, @Nullable PoolAccount pool, @Nullable Account parent) {
    this.holding = holding;
    this.pool = pool;
    this.parent = parent;
  }

  Budget budget() {
    return new Budget(granted, reserved, delegated, spent, returned);
  }

  Amounts rest() {
    return granted.minus(spent).minus(reserved).minus(delegated).minus(returned);
  }

  boolean isExhausted() {
    return isExhaustedWith(granted);
  }

  /** Whether all would be spent in some unit, if so much had been granted. */
  boolean isExhaustedWith(Amounts grantedThen) {
    return new Budget(grantedThen, reserved, delegated, spent, returned).isExhausted();
  }

  /** More money, out of where it comes from. */
  void draw(Amounts amounts) {
    granted = granted.plus(amounts);
    if (pool != null) {
      pool.free = pool.free.minus(amounts);
      pool.outstanding = pool.outstanding.plus(amounts);
    } else if (parent != null) {
      parent.delegated = parent.delegated.plus(amounts);
    }
  }

  /** Counts as spent here and in every ancestor, in one step. */
  void spend(Amounts amounts) {
    spent = spent.plus(amounts);
    for (Account above = parent; above != null; above = above.parent) {
      above.delegated = above.delegated.minus(amounts);
      above.spent = above.spent.plus(amounts);
    }
    PoolAccount source = source();
    if (source != null) {
      source.outstanding = source.outstanding.minus(amounts);
      source.spent = source.spent.plus(amounts);
    }
  }

  /**
   * Gives back what nobody can use any more. What a child returns is its parent's to use, and if
   * the parent has ended too, it goes on up.
   */
  void returnRest() {
    Amounts rest = rest();
    if (rest.isNothing()) {
      return;
    }
    returned = returned.plus(rest);
    if (pool != null) {
      pool.outstanding = pool.outstanding.minus(rest);
      pool.free = pool.free.plus(rest);
    } else if (parent != null) {
      parent.delegated = parent.delegated.minus(rest);
      if (!parent.holding.isBlocking()) {
        parent.returnRest();
      }
    }
  }

  private @Nullable PoolAccount source() {
    Account root = this;
    while (root.parent != null) {
      root = root.parent;
    }
    return root.pool;
  }
}
