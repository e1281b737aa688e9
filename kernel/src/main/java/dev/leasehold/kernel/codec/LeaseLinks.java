package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.WaitLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The links between the leases of a snapshot: parents, accounts, queue and who keeps whom out. They
 * are made when all leases are there, for a lease may name one that comes later.
 */
final class LeaseLinks {

  /** An account as it was read, kept until all leases are there. */
  record AccountData(
      Amounts granted,
      Amounts reserved,
      Amounts delegated,
      Amounts spent,
      Amounts returned,
      List<ReservationData> reservations,
      Map<String, Long> settled,
      List<Event.Request> requests,
      List<BudgetRequestData> budgetRequests) {}

  record ReservationData(
      String id, long deadlineTick, long position, Amounts amounts, Map<String, String> labels) {}

  record BudgetRequestData(
      long position,
      Amounts amounts,
      String justification,
      long wallNanos,
      BudgetRequest.Status status,
      String decidedBy,
      String reason,
      long decidedWallNanos,
      String requestId) {}

  private final State state;
  private final List<LeaseRecord> records = new ArrayList<>();
  private final Map<LeaseRecord, String> parents = new HashMap<>();
  private final Map<LeaseRecord, AccountData> accounts = new HashMap<>();

  LeaseLinks(State state) {
    this.state = state;
  }

  void add(LeaseRecord record) {
    records.add(record);
  }

  void parent(LeaseRecord record, String parentId) {
    parents.put(record, parentId);
  }

  void account(LeaseRecord record, AccountData account) {
    accounts.put(record, account);
  }

  /** Links parents and accounts, then leases that keep others out, then waits, each in order. */
  void link() {
    for (LeaseRecord record : records) {
      String parentId = parents.get(record);
      if (parentId != null) {
        LeaseRecord parent = known(parentId);
        record.rareToWrite().parent = parent;
        parent.rareToWrite().children.add(record);
      }
    }
    records.forEach(LeaseLinks::checkDepth);
    records.forEach(this::openAccount);
    records.stream().filter(LeaseRecord::isLiving).forEach(state::countAsLiving);
    records.stream()
        .filter(LeaseRecord::isBlocking)
        .sorted()
        .forEach(record -> record.space.block(record));
    records.stream()
        .filter(record -> record.place() != null)
        .sorted(Comparator.comparingLong(record -> WaitLine.placeOf(record).position()))
        .forEach(record -> state.waiting.add(record, WaitLine.placeOf(record)));
  }

  /** Refuses too many ancestors, and with that a lease that is its own ancestor. */
  private static void checkDepth(LeaseRecord record) {
    int depth = 0;
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      if (++depth > Limits.MAX_DEPTH) {
        throw new IllegalArgumentException("too many ancestors: " + record.id);
      }
    }
  }

  private void openAccount(LeaseRecord record) {
    AccountData data = accounts.get(record);
    if (data == null || record.account() != null) {
      return;
    }
    RareFields rare = record.rareToWrite();
    Account parentAccount = null;
    PoolAccount pool = null;
    if (rare.parent == null) {
      pool = state.accounts.pool(rare.pool);
    } else {
      openAccount(rare.parent);
      parentAccount = rare.parent.account();
    }
    Account account = new Account(record, pool, parentAccount);
    rare.account = account;
    account.granted = data.granted;
    account.reserved = data.reserved;
    account.delegated = data.delegated;
    account.spent = data.spent;
    account.returned = data.returned;
    for (ReservationData open : data.reservations) {
      state.accounts.add(
          new Reservation(
              open.id, account, open.deadlineTick, open.position, open.amounts, open.labels));
    }
    account.settled.putAll(data.settled);
    for (Event.Request request : data.requests) {
      state.requests.rememberMoney(
          request.caller(), request.requestId(), request.fingerprint(), account);
    }
    for (BudgetRequestData request : data.budgetRequests) {
      addBudgetRequest(request, account);
    }
    if (pool != null && record.isBlocking() && record.policy.isBudget()) {
      record.holder.budgetLease = record;
    }
  }

  private void addBudgetRequest(BudgetRequestData data, Account account) {
    if (account.pool == null) {
      throw new IllegalArgumentException("a request that nobody can have made: " + data.position);
    }
    add(data, 0, 0, account.record, account.pool.id);
  }

  /** Adds a request for time. */
  void addRequest(BudgetRequestData data, long ttlNanos, long grantedNanos, LeaseRecord record) {
    boolean approved = data.status == BudgetRequest.Status.APPROVED;
    if (!record.policy.extensions()
        || ttlNanos <= 0
        || grantedNanos < 0
        || grantedNanos > ttlNanos
        || approved != (grantedNanos > 0)) {
      throw new IllegalArgumentException("a request that nobody can have made: " + data.position);
    }
    add(data, ttlNanos, grantedNanos, record, "");
  }

  private void add(
      BudgetRequestData data, long ttlNanos, long grantedNanos, LeaseRecord record, String pool) {
    boolean open = data.status == BudgetRequest.Status.OPEN;
    if ((open && !record.isBlocking()) || state.budgetRequests.find(data.position) != null) {
      throw new IllegalArgumentException("a request that nobody can have made: " + data.position);
    }
    state.budgetRequests.add(
        record,
        new BudgetRequest(
            data.position,
            record.id,
            record.holder.name,
            pool,
            data.amounts,
            data.justification,
            data.wallNanos,
            data.status,
            data.decidedBy,
            data.reason,
            data.decidedWallNanos,
            data.requestId,
            ttlNanos,
            grantedNanos));
  }

  /** The lease with the id, which a snapshot has to hold if it names it. */
  LeaseRecord known(String id) {
    LeaseRecord record = state.leases.find(id);
    if (record == null) {
      throw new IllegalArgumentException("a lease that is not there: " + id);
    }
    return record;
  }
}
