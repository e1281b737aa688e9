package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.PoolColumns;
import dev.leasehold.node.tables.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Money as the tables know it: the budgets of leases, rows of {@code lease_pools}, open
 * reservations and sums of what was spent.
 */
final class MoneyRows {

  private final Connection connection;
  private final ChangedLeases leases;

  /** The pools that changed since rows were last written. */
  private final TreeMap<String, Pool> pools = new TreeMap<>();

  private final ReservationRows reservations;
  private final SpendSums sums;

  MoneyRows(Connection connection, ChangedLeases leases) {
    this.connection = connection;
    this.leases = leases;
    this.reservations = new ReservationRows(connection);
    this.sums = new SpendSums(connection);
  }

  /** A lease gets its first money, if it gets any. */
  void open(LeaseChange change, Amounts granted, Event e) throws SQLException {
    if (!granted.isNothing()) {
      change.draft().hasBudget = true;
      draw(change, granted, e);
    }
  }

  /** Draws money from the pool, or from the parent. */
  void draw(LeaseChange change, Amounts amounts, Event e) throws SQLException {
    LeaseDraft lease = change.draft();
    lease.granted = lease.granted.plus(amounts);
    LeaseChange parent = parentOf(lease);
    if (parent != null) {
      parent.draft().delegated = parent.draft().delegated.plus(amounts);
      parent.touchedAt(e);
    } else if (lease.parentId.isEmpty()) {
      Pool pool = pool(lease.claimedPool);
      put(pool.free().minus(amounts), pool.outstanding().plus(amounts), pool.spent(), pool);
    }
  }

  /** Counts as spent here and in every ancestor, and in the sums of whoever spent it. */
  void spend(LeaseChange change, Amounts amounts, Map<String, String> labels, Event e)
      throws SQLException {
    LeaseDraft root = change.draft();
    root.spent = root.spent.plus(amounts);
    for (LeaseChange above = parentOf(root); above != null; above = parentOf(root)) {
      root = above.draft();
      root.delegated = root.delegated.minus(amounts);
      root.spent = root.spent.plus(amounts);
      above.touchedAt(e);
    }
    if (root.parentId.isEmpty()) {
      Pool pool = pool(root.claimedPool);
      put(pool.free(), pool.outstanding().minus(amounts), pool.spent().plus(amounts), pool);
    }
    sums.add(root.claimedPool, change.draft().holder(), amounts, labels, e);
  }

  /**
   * Gives back what nobody can use any more. The money that a child returns is its parent's to use;
   * if the parent has ended too, it goes on up.
   */
  void returnRest(LeaseChange change, Event e) throws SQLException {
    LeaseDraft lease = change.draft();
    Amounts rest = lease.rest();
    if (rest.isNothing()) {
      return;
    }
    lease.returned = lease.returned.plus(rest);
    change.touchedAt(e);
    LeaseChange parent = parentOf(lease);
    if (parent != null) {
      parent.draft().delegated = parent.draft().delegated.minus(rest);
      parent.touchedAt(e);
      if (!parent.draft().isBlocking()) {
        returnRest(parent, e);
      }
    } else if (lease.parentId.isEmpty()) {
      Pool pool = pool(lease.claimedPool);
      put(pool.free().plus(rest), pool.outstanding().minus(rest), pool.spent(), pool);
    }
  }

  void reserve(LeaseChange change, BudgetEvent.Reserved e) {
    setReserved(change.draft(), Amounts.NONE, e.amounts());
    reservations.open(
        change.draft().position(),
        e.request().requestId(),
        e.leaseId(),
        e.amounts(),
        e.deadlineTick());
  }

  void adjust(LeaseChange change, BudgetEvent.Adjusted e) throws SQLException {
    Amounts before = reservations.change(change.draft().position(), e.reservationId(), e.amounts());
    setReserved(change.draft(), before, e.amounts());
    returnRestIfOver(change, e);
  }

  void settle(LeaseChange change, BudgetEvent.Settled e) throws SQLException {
    Amounts before = reservations.end(change.draft().position(), e.reservationId());
    setReserved(change.draft(), before, Amounts.NONE);
    spend(change, e.spent(), e.labels(), e);
    returnRestIfOver(change, e);
  }

  private void returnRestIfOver(LeaseChange change, Event e) throws SQLException {
    if (!change.draft().isBlocking()) {
      returnRest(change, e);
    }
  }

  private static void setReserved(LeaseDraft lease, Amounts before, Amounts after) {
    lease.reserved = lease.reserved.minus(before).plus(after);
  }

  void create(PoolEvent.PoolCreated e) {
    pools.put(e.poolId(), new Pool(e.poolId(), e.amounts(), Amounts.NONE, Amounts.NONE, true));
  }

  void change(PoolEvent.PoolChanged e) throws SQLException {
    Pool pool = pool(e.poolId());
    Amounts free = pool.free();
    put(
        e.deposit() ? free.plus(e.amounts()) : free.minus(e.amounts()),
        pool.outstanding(),
        pool.spent(),
        pool);
  }

  void confirm(PoolEvent.PoolConfirmed e) throws SQLException {
    Pool pool = pool(e.poolId());
    Amounts free = pool.free().minus(e.spent().minus(pool.spent()));
    pools.put(pool.id(), pool.with(free, pool.outstanding(), e.spent()).opened());
  }

  void deposit(String poolId, Amounts amounts) throws SQLException {
    Pool pool = pool(poolId);
    put(pool.free().plus(amounts), pool.outstanding(), pool.spent(), pool);
  }

  void recur(PoolEvent.RecurrenceSet e) throws SQLException {
    pools.put(e.poolId(), pool(e.poolId()).recurring(e.recurrence()));
  }

  void topUp(PoolEvent.ToppedUp e) throws SQLException {
    pools.put(e.poolId(), pool(e.poolId()).toppedUp(e.period(), e.added()));
  }

  /** Closes all pools, since the state came from a backup. */
  void restored() throws SQLException {
    write();
    Sql.execute(connection, "UPDATE lease_pools SET is_open = 0");
  }

  private @Nullable LeaseChange parentOf(LeaseDraft lease) throws SQLException {
    return lease.parentId.isEmpty() ? null : leases.find(lease.parentId);
  }

  private void put(Amounts free, Amounts outstanding, Amounts spent, Pool before) {
    pools.put(before.id(), before.with(free, outstanding, spent));
  }

  private Pool pool(String id) throws SQLException {
    Pool changed = pools.get(id);
    if (changed != null) {
      return changed;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT " + PoolColumns.NAMES + " FROM lease_pools WHERE id = ?")) {
      select.setString(1, id);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("leasehold.db lacks the pool " + id);
        }
        return PoolColumns.read(row);
      }
    }
  }

  /** Writes the pools that have changed, and what was spent. */
  void write() throws SQLException {
    sums.write();
    reservations.write();
    if (pools.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = connection.prepareStatement(PoolColumns.REPLACE)) {
      Binder row = new Binder(insert);
      for (Pool pool : pools.values()) {
        PoolColumns.bind(pool, row);
        row.execute();
      }
    }
    pools.clear();
  }
}
