package dev.leasehold.kernel.state;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** All money: pools, and the accounts and open reservations of leases. */
public final class Accounts {

  /** Enough that a misspelt name is among them in most places, and few enough to compare. */
  private static final int MOST_NAMED = 100;

  public final TreeMap<String, PoolAccount> pools = new TreeMap<>();

  /** Open reservations, those that time out first in front. */
  public final TreeSet<Reservation> reservations = new TreeSet<>();

  public long nextDueTick() {
    return reservations.isEmpty() ? Long.MAX_VALUE : reservations.first().deadlineTick;
  }

  public PoolAccount pool(String id) {
    PoolAccount pool = pools.get(id);
    if (pool == null) {
      throw new IllegalStateException("a pool that is not there: " + id);
    }
    return pool;
  }

  /** Says that there is no such pool, and names some that there are to callers who may know. */
  public Refusal noSuchPool(String id, Caller caller) {
    return new NotFoundRefusal.NoSuchPool(
        id,
        caller.role() == Role.AGENT
            ? List.of()
            : pools.keySet().stream().limit(MOST_NAMED).toList());
  }

  /** A lease gets its first money, from its parent or from the pool it asked. */
  void open(LeaseRecord record, Amounts granted) {
    RareFields rare = record.rareToWrite();
    LeaseRecord parent = rare.parent;
    Account account =
        parent == null
            ? new Account(record, pool(rare.pool), null)
            : new Account(record, null, Account.of(parent));
    rare.account = account;
    account.draw(granted);
    if (parent == null && record.policy.isBudget()) {
      record.holder.budgetLease = record;
    }
  }

  /** The lease has ended: what is not reserved or delegated goes back. */
  static void close(LeaseRecord record) {
    Account account = record.account();
    if (account != null) {
      account.returnRest();
      if (record.holder.budgetLease == record) {
        record.holder.budgetLease = null;
      }
    }
  }

  public void add(Reservation reservation) {
    reservation.account.reservations.put(reservation.id, reservation);
    reservations.add(reservation);
  }

  public void remove(Reservation reservation) {
    reservation.account.reservations.remove(reservation.id);
    reservations.remove(reservation);
  }
}
