package dev.leasehold.kernel;

import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What events do to money: pools, the accounts of leases, reservations. */
final class Funds {

  private final State state;
  final TreeMap<String, PoolAccount> pools = new TreeMap<>();

  /** Open reservations, those that time out first in front. */
  final TreeSet<Reservation> reservations = new TreeSet<>();

  Funds(State state) {
    this.state = state;
  }

  long nextDueTick() {
    return reservations.isEmpty() ? Long.MAX_VALUE : reservations.first().deadlineTick;
  }

  PoolAccount pool(String id) {
    PoolAccount pool = pools.get(id);
    if (pool == null) {
      throw new IllegalStateException("a pool that is not there: " + id);
    }
    return pool;
  }

  /** A lease gets its first money, from its parent or from the pool it asked. */
  void open(Holding holding, Amounts granted) {
    Specials special = holding.specials();
    Holding parent = special.parent;
    Account account =
        parent == null
            ? new Account(holding, pool(special.pool), null)
            : new Account(holding, null, accountOf(parent));
    special.account = account;
    account.draw(granted);
    if (parent == null && holding.policy.isBudget()) {
      holding.holder.purse = holding;
    }
  }

  void drawMore(Holding holding, Event.Refreshed e) {
    accountOf(holding).draw(e.added());
    moved(holding, e, e.request());
  }

  /** The lease has ended: what is not reserved or delegated goes back. */
  void close(Holding holding) {
    Account account = holding.account();
    if (account != null) {
      account.returnRest();
      if (holding.holder.purse == holding) {
        holding.holder.purse = null;
      }
    }
  }

  void spent(Event.Spent e) {
    Holding holding = state.known(e.leaseId());
    accountOf(holding).spend(e.amounts());
    moved(holding, e, e.request());
  }

  void reserved(Event.Reserved e) {
    Holding holding = state.known(e.leaseId());
    Account account = accountOf(holding);
    String id = e.request().requestId();
    account.reserved = account.reserved.plus(e.amounts());
    add(new Reservation(id, account, e.deadlineTick(), e.position(), e.amounts()));
    moved(holding, e, e.request());
  }

  void add(Reservation reservation) {
    reservation.account.reservations.put(reservation.id, reservation);
    reservations.add(reservation);
  }

  void adjusted(Event.Adjusted e) {
    Holding holding = state.known(e.leaseId());
    Reservation reservation = reservation(accountOf(holding), e.reservationId());
    Account account = reservation.account;
    account.reserved = account.reserved.minus(reservation.amounts).plus(e.amounts());
    reservation.amounts = e.amounts();
    if (!holding.isBlocking()) {
      account.returnRest();
    }
    moved(holding, e, e.request());
  }

  void settled(Event.Settled e) {
    Holding holding = state.known(e.leaseId());
    Account account = accountOf(holding);
    Reservation reservation = reservation(account, e.reservationId());
    account.reservations.remove(reservation.id);
    reservations.remove(reservation);
    account.settled.put(reservation.id, Fingerprint.ofSettlement(e.how(), e.spent()));
    account.reserved = account.reserved.minus(reservation.amounts);
    account.spend(e.spent());
    if (e.how() == SettledHow.SETTLED || e.how() == SettledHow.CANCELLED) {
      beatIfActive(holding, e);
    }
    if (!holding.isBlocking()) {
      account.returnRest();
      state.layTreeOf(holding);
    }
  }

  /** Ids that move money are all remembered, as long as the lease is. */
  private void moved(Holding holding, Event e, Event.Request request) {
    beatIfActive(holding, e);
    state.requests.rememberMoney(
        request.caller(), request.requestId(), request.fingerprint(), accountOf(holding));
  }

  private static void beatIfActive(Holding holding, Event e) {
    if (holding.isActive()) {
      holding.beat(e.tick());
    }
  }

  void created(Event.PoolCreated e) {
    PoolAccount pool = new PoolAccount(e.poolId());
    pool.free = e.amounts();
    remember(pool, e.request(), e.tick());
    pools.put(pool.id, pool);
  }

  void changed(Event.PoolChanged e) {
    PoolAccount pool = pool(e.poolId());
    pool.free = e.deposit() ? pool.free.plus(e.amounts()) : pool.free.minus(e.amounts());
    remember(pool, e.request(), e.tick());
  }

  void confirmed(Event.PoolConfirmed e) {
    PoolAccount pool = pool(e.poolId());
    Amounts more = e.spent().minus(pool.spent);
    pool.free = pool.free.minus(more);
    pool.spent = e.spent();
    pool.open = true;
    remember(pool, e.request(), e.tick());
  }

  private void remember(PoolAccount pool, Event.Request request, long tick) {
    RequestKey key = new RequestKey(request.caller(), request.requestId(), RequestKey.NO_SPACE);
    state.requests.remember(key, request.fingerprint(), tick, pool);
  }

  static Account accountOf(Holding holding) {
    Account account = holding.account();
    if (account == null) {
      throw new IllegalStateException("a lease without a budget: " + holding.id);
    }
    return account;
  }

  private static Reservation reservation(Account account, String id) {
    @Nullable Reservation reservation = account.reservations.get(id);
    if (reservation == null) {
      throw new IllegalStateException("a reservation that is not open: " + id);
    }
    return reservation;
  }
}
