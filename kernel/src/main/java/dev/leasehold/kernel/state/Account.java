package dev.leasehold.kernel.state;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The money of one lease. Always {@code spent + reserved + delegated + returned <= granted}, in
 * every unit.
 */
public final class Account {

  /** The source of the money, to which it returns: a pool, or the account of the lease's parent. */
  public final @Nullable PoolAccount pool;

  public final @Nullable Account parent;
  public final LeaseRecord record;

  public Amounts granted = Amounts.NONE;
  public Amounts reserved = Amounts.NONE;
  public Amounts delegated = Amounts.NONE;
  public Amounts spent = Amounts.NONE;
  public Amounts returned = Amounts.NONE;

  /** Open reservations by their ids. */
  public final TreeMap<String, Reservation> reservations = new TreeMap<>();

  /** Reservations that are over, with what became of them, so that a retry is recognised. */
  public final TreeMap<String, Long> settled = new TreeMap<>();

  /** Requests that moved its money. */
  public final List<RequestKey> requests = new ArrayList<>();

  public Account(LeaseRecord record, @Nullable PoolAccount pool, @Nullable Account parent) {
    this.record = record;
    this.pool = pool;
    this.parent = parent;
  }

  /** The account of a lease that must have one. */
  public static Account of(LeaseRecord record) {
    Account account = record.account();
    if (account == null) {
      throw new IllegalStateException("a lease without a budget: " + record.id);
    }
    return account;
  }

  Budget budget() {
    return new Budget(granted, reserved, delegated, spent, returned);
  }

  public Amounts rest() {
    return granted.minus(spent).minus(reserved).minus(delegated).minus(returned);
  }

  public boolean isExhausted() {
    return isExhaustedWith(granted);
  }

  /** Whether all would be spent in some unit, if so much had been granted. */
  public boolean isExhaustedWith(Amounts grantedThen) {
    return new Budget(grantedThen, reserved, delegated, spent, returned).isExhausted();
  }

  /** Draws more money from the pool, or from the parent's account. */
  public void draw(Amounts amounts) {
    granted = granted.plus(amounts);
    if (pool != null) {
      pool.free = pool.free.minus(amounts);
      pool.outstanding = pool.outstanding.plus(amounts);
    } else if (parent != null) {
      parent.delegated = parent.delegated.plus(amounts);
    }
  }

  /** Counts as spent here and in every ancestor, in one step. */
  public void spend(Amounts amounts) {
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
   * Gives back what nobody can use any more. The money that a child returns is its parent's to use;
   * if the parent has ended too, it goes on up.
   */
  public void returnRest() {
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
      if (!parent.record.isBlocking()) {
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
