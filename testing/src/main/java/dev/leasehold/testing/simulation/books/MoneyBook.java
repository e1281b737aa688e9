package dev.leasehold.testing.simulation.books;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IS_CONSERVED;

import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Double entry: whatever happens to money is a posting from one account to another. */
public final class MoneyBook {

  private final Map<String, PoolBook> pools = new LinkedHashMap<>();
  public final Map<String, LeaseAccount.Hold> openHolds = new HashMap<>();

  public @Nullable PoolBook pool(String id) {
    return pools.get(id);
  }

  public Iterable<PoolBook> pools() {
    return pools.values();
  }

  /** Thresholds that were reached and not told yet, by lease and unit, in per cent. */
  public final Map<String, Integer> thresholds = new HashMap<>();

  public final AskingBook asking = new AskingBook();

  public int poolCount() {
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
    LeaseAccount above = parent == null ? null : parent.account;
    PoolBook pool = above == null ? known(entry.pool) : above.pool;
    LeaseAccount account = new LeaseAccount(entry, pool, above);
    entry.account = account;
    pool.accounts.put(entry.id, account);
    if (above != null) {
      above.children.add(account);
    }
    drawn(account, granted, e);
  }

  void drawn(LeaseAccount account, long[] amounts, Event e) {
    post(
        account.parent == null ? account.pool.free : account.parent.rest, account.rest, amounts, e);
    Units.add(account.granted, amounts);
  }

  void spent(LeaseAccount account, long[] amounts, Event e) {
    post(account.rest, account.pool.spent, amounts, e);
    for (LeaseAccount next = account; next != null; next = next.parent) {
      if (next.owner.isActive()) {
        expectThresholds(next, amounts);
      }
      Units.add(next.spent, amounts);
    }
  }

  private void expectThresholds(LeaseAccount account, long[] amounts) {
    for (int i = 0; i < amounts.length; i++) {
      for (int percent : List.of(80, 90, 100)) {
        long whole = percent * account.granted[i];
        boolean before = 100 * account.spent[i] >= whole;
        if (whole > 0 && !before && 100 * (account.spent[i] + amounts[i]) >= whole) {
          thresholds.put(account.owner.id + " " + Units.NAMES.get(i), percent);
        }
      }
    }
  }

  void reserved(LeaseAccount account, String id, long[] amounts, long deadlineTick, Event e) {
    post(account.rest, account.reserved, amounts, e);
    hold(account, new LeaseAccount.Hold(id, account, deadlineTick, amounts));
  }

  private void hold(LeaseAccount account, LeaseAccount.Hold hold) {
    account.holds.put(hold.id(), hold);
    openHolds.put(account.owner.id + " " + hold.id(), hold);
  }

  void adjusted(LeaseAccount account, String id, long[] amounts, Event e) {
    LeaseAccount.Hold before = knownHold(account, id);
    post(account.reserved, account.rest, before.amounts(), e);
    post(account.rest, account.reserved, amounts, e);
    hold(account, new LeaseAccount.Hold(id, account, before.deadlineTick(), amounts));
    returnIfOver(account, e);
  }

  void settled(LeaseAccount account, String id, long[] cost, String how, Event e) {
    LeaseAccount.Hold hold = knownHold(account, id);
    account.holds.remove(id);
    openHolds.remove(account.owner.id + " " + id);
    account.over.put(id, new LeaseAccount.Over(how, cost));
    post(account.reserved, account.rest, hold.amounts(), e);
    spent(account, cost, e);
    returnIfOver(account, e);
  }

  private static LeaseAccount.Hold knownHold(LeaseAccount account, String id) {
    LeaseAccount.Hold hold = account.holds.get(id);
    if (hold == null) {
      throw new AuditFailure(MONEY_IS_CONSERVED, "no open reservation " + id);
    }
    return hold;
  }

  /** Returns the rest of a lease that has ended to its parent, or on up to the pool. */
  void returnIfOver(LeaseAccount account, Event e) {
    if (account.owner.blocks()) {
      return;
    }
    long[] rest = account.rest.clone();
    Units.add(account.returned, rest);
    LeaseAccount above = account.parent;
    post(account.rest, above == null ? account.pool.free : above.rest, rest, e);
    if (above != null) {
      returnIfOver(above, e);
    }
  }

  void created(PoolEvent.PoolCreated e) {
    PoolBook pool = new PoolBook(e.poolId());
    pools.put(pool.id, pool);
    paidIn(pool, Units.of(e.amounts()));
  }

  private static void paidIn(PoolBook pool, long[] amounts) {
    Units.add(pool.paidIn, amounts);
    Units.add(pool.free, amounts);
  }

  void changed(PoolEvent.PoolChanged e) {
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

  void confirmed(PoolEvent.PoolConfirmed e) {
    PoolBook pool = known(e.poolId());
    long[] more = Units.difference(Units.of(e.spent()), pool.spent);
    post(pool.free, pool.spent, more, e);
    pool.open = true;
  }

  /** Pays in what the pool lacks, and draws all approved amounts for the lease. */
  void approved(LeaseAccount account, ApprovalEvent.MoreApproved e) {
    paidIn(account.pool, Units.of(e.deposited()));
    drawn(account, Units.of(e.amounts()), e);
  }

  void recurs(PoolEvent.RecurrenceSet e) {
    PoolBook pool = known(e.poolId());
    boolean goesOn =
        pool.recurrence != null
            && e.recurrence() != null
            && pool.recurrence.every() == e.recurrence().every();
    pool.recurrence = e.recurrence();
    pool.period = goesOn ? pool.period : "";
  }

  void toppedUp(PoolEvent.ToppedUp e) {
    PoolBook pool = known(e.poolId());
    paidIn(pool, Units.of(e.added()));
    pool.period = e.period();
  }

  void restored() {
    pools.values().forEach(pool -> pool.open = false);
  }

  void forget(LeaseAccount account) {
    account.pool.accounts.remove(account.owner.id);
  }
}
