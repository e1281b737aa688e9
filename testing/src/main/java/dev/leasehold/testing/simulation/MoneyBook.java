package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.AuditFailure.unless;
import static dev.leasehold.testing.simulation.Invariant.MONEY_IS_CONSERVED;

import dev.leasehold.kernel.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Double entry: whatever happens to money is a posting from one account to another. */
final class MoneyBook {

  private final Map<String, PoolBook> pools = new LinkedHashMap<>();
  final Map<String, Purse.Hold> openHolds = new HashMap<>();

  @Nullable PoolBook pool(String id) {
    return pools.get(id);
  }

  Iterable<PoolBook> pools() {
    return pools.values();
  }

  int poolCount() {
    return pools.size();
  }

  private PoolBook known(String id) {
    PoolBook pool = pools.get(id);
    if (pool == null) {
      throw new AuditFailure(MONEY_IS_CONSERVED, "there is no pool " + id);
    }
    return pool;
  }

  private static void post(long[] from, long[] to, long[] amounts, Object why) {
    for (int i = 0; i < amounts.length; i++) {
      from[i] -= amounts[i];
      to[i] += amounts[i];
      unless(
          from[i] >= 0 && amounts[i] >= 0, MONEY_IS_CONSERVED, "%s takes what is not there", why);
    }
  }

  void opened(Entry entry, long[] granted, Event e) {
    Entry parent = entry.parent;
    Purse above = parent == null ? null : parent.purse;
    PoolBook pool = above == null ? known(entry.pool) : above.pool;
    Purse purse = new Purse(entry, pool, above);
    entry.purse = purse;
    pool.purses.put(entry.id, purse);
    if (above != null) {
      above.children.add(purse);
    }
    drawn(purse, granted, e);
  }

  void drawn(Purse purse, long[] amounts, Event e) {
    post(purse.parent == null ? purse.pool.free : purse.parent.rest, purse.rest, amounts, e);
    Units.add(purse.granted, amounts);
  }

  void spent(Purse purse, long[] amounts, Event e) {
    post(purse.rest, purse.pool.spent, amounts, e);
    for (Purse next = purse; next != null; next = next.parent) {
      Units.add(next.spent, amounts);
    }
  }

  void reserved(Purse purse, String id, long[] amounts, long deadlineTick, Event e) {
    post(purse.rest, purse.reserved, amounts, e);
    hold(purse, new Purse.Hold(id, purse, deadlineTick, amounts));
  }

  private void hold(Purse purse, Purse.Hold hold) {
    purse.holds.put(hold.id(), hold);
    openHolds.put(purse.owner.id + " " + hold.id(), hold);
  }

  void adjusted(Purse purse, String id, long[] amounts, Event e) {
    Purse.Hold before = knownHold(purse, id);
    post(purse.reserved, purse.rest, before.amounts(), e);
    post(purse.rest, purse.reserved, amounts, e);
    hold(purse, new Purse.Hold(id, purse, before.deadlineTick(), amounts));
    returnIfOver(purse, e);
  }

  void settled(Purse purse, String id, long[] cost, String how, Event e) {
    Purse.Hold hold = knownHold(purse, id);
    purse.holds.remove(id);
    openHolds.remove(purse.owner.id + " " + id);
    purse.over.put(id, new Purse.Over(how, cost));
    post(purse.reserved, purse.rest, hold.amounts(), e);
    spent(purse, cost, e);
    returnIfOver(purse, e);
  }

  private static Purse.Hold knownHold(Purse purse, String id) {
    Purse.Hold hold = purse.holds.get(id);
    if (hold == null) {
      throw new AuditFailure(MONEY_IS_CONSERVED, "no open reservation " + id);
    }
    return hold;
  }

  /** Returns the rest of a lease that has ended to its parent, or on up to the pool. */
  void returnIfOver(Purse purse, Event e) {
    if (purse.owner.blocks()) {
      return;
    }
    long[] rest = purse.rest.clone();
    Units.add(purse.returned, rest);
    Purse above = purse.parent;
    post(purse.rest, above == null ? purse.pool.free : above.rest, rest, e);
    if (above != null) {
      returnIfOver(above, e);
    }
  }

  void created(Event.PoolCreated e) {
    PoolBook pool = new PoolBook(e.poolId());
    pools.put(pool.id, pool);
    paidIn(pool, Units.of(e.amounts()));
  }

  private static void paidIn(PoolBook pool, long[] amounts) {
    Units.add(pool.paidIn, amounts);
    Units.add(pool.free, amounts);
  }

  void changed(Event.PoolChanged e) {
    PoolBook pool = known(e.poolId());
    long[] amounts = Units.of(e.amounts());
    if (e.deposit()) {
      paidIn(pool, amounts);
    } else {
      long[] world = Units.none();
      post(pool.free, world, amounts, e);
      long[] left = Units.difference(pool.paidIn, world);
      System.arraycopy(left, 0, pool.paidIn, 0, left.length);
    }
  }

  void confirmed(Event.PoolConfirmed e) {
    PoolBook pool = known(e.poolId());
    long[] more = Units.difference(Units.of(e.spent()), pool.spent);
    post(pool.free, pool.spent, more, e);
    pool.open = true;
  }

  void restored() {
    pools.values().forEach(pool -> pool.open = false);
  }

  void forget(Purse purse) {
    purse.pool.purses.remove(purse.owner.id);
  }
}
