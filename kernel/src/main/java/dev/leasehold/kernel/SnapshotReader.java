package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what {@link SnapshotWriter} wrote, and builds what follows from it. */
final class SnapshotReader {

  /** What was read of an account, until all leases are there. */
  private record AccountData(
      Amounts granted,
      Amounts reserved,
      Amounts delegated,
      Amounts spent,
      Amounts returned,
      List<ReservationData> reservations,
      Map<String, Long> settled,
      List<Event.Request> requests) {}

  private record ReservationData(String id, long deadlineTick, long position, Amounts amounts) {}

  private final BytesIn in;
  private final State state = new State();
  private final List<Holding> holdings = new ArrayList<>();
  private final Map<Holding, String> parents = new HashMap<>();
  private final Map<Holding, AccountData> accounts = new HashMap<>();

  private long lastBirth;

  SnapshotReader(BytesIn in) {
    this.in = in;
  }

  State read() {
    if (in.readVarint() != Snapshot.FORMAT) {
      throw new IllegalArgumentException("a snapshot of another format");
    }
    state.lastPosition = in.readVarint();
    state.lastTick = in.readVarint();
    for (int left = in.readCount(); left > 0; left--) {
      state.policies.add(Encoding.readPolicy(in));
    }
    for (int left = in.readCount(); left > 0; left--) {
      ConfigKey key = Settings.known(in.readString());
      state.settings.put(new Setting(key, in.readString(), in.readVarint(), in.readString()));
    }
    for (String name : Encoding.readStrings(in)) {
      state.declare(state.space(name), true);
    }
    for (int left = in.readCount(); left > 0; left--) {
      readPool();
    }
    int leases = in.readCount();
    state.leases.expect(leases);
    for (int left = leases; left > 0; left--) {
      readLease();
    }
    link();
    readIds(state.ended);
    readIds(state.endedAccounts);
    for (int left = in.readCount(); left > 0; left--) {
      state.usedIds.add(new UsedId(in.readLong(), in.readLong()));
    }
    readEpochs();
    for (int left = in.readCount(); left > 0; left--) {
      Token token = Encoding.readToken(in);
      state.tokens.put(token.id(), token);
    }
    for (int left = in.readCount(); left > 0; left--) {
      readNotice();
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("a snapshot with something behind its end");
    }
    return state;
  }

  private void readPool() {
    PoolAccount pool = new PoolAccount(in.readString());
    pool.free = Encoding.readAmounts(in);
    pool.outstanding = Encoding.readAmounts(in);
    pool.spent = Encoding.readAmounts(in);
    pool.open = in.readBoolean();
    for (int left = in.readCount(); left > 0; left--) {
      RequestKey key = new RequestKey(in.readString(), in.readString(), RequestKey.NO_SPACE);
      state.requests.remember(key, in.readLong(), in.readVarint(), pool);
    }
    state.funds.pools.put(pool.id, pool);
  }

  private void readIds(ArrayDeque<Holding> into) {
    for (int left = in.readCount(); left > 0; left--) {
      into.addLast(known(in.readString()));
    }
  }

  private void readEpochs() {
    state.epochs.base = in.readVarint();
    for (int left = in.readCount(); left > 0; left--) {
      state.epochs.floors.put(in.readString(), in.readVarint());
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.epochs.restore(known(in.readString()), in.readVarint());
    }
  }

  private void readNotice() {
    Holder holder = state.holder(in.readString());
    state.notices.add(
        holder,
        new Notice(
            in.readVarint(),
            Encoding.readEnum(NoticeKind.class, in),
            in.readString(),
            in.readVarint(),
            in.readVarint(),
            in.readString(),
            in.readVarint(),
            in.readString(),
            in.readBoolean()));
  }

  private void readLease() {
    String id = in.readString();
    if (state.leases.find(id) != null) {
      throw new IllegalArgumentException("a lease that is there twice: " + id);
    }
    long birth = in.readVarint();
    if (birth <= lastBirth || birth > state.lastPosition) {
      throw new IllegalArgumentException("a lease out of the order of births: " + id);
    }
    lastBirth = birth;
    Policy policy = state.policies.find(in.readString(), in.readInt());
    Space space = state.space(in.readString());
    Scope scope = Scope.ofCanonical(Encoding.readStrings(in));
    Mode mode = Encoding.readEnum(Mode.class, in);
    Holder holder = state.holder(in.readString());
    String session = in.readString();
    boolean callersId = in.readBoolean();
    Map<String, String> labels = Encoding.readMap(in);
    Event.Request request = new Event.Request("", in.readString(), 0);
    int maxRenewals = in.readInt();
    Event.Claim claim =
        new Event.Claim(
            id,
            callersId,
            policy.name(),
            policy.version(),
            space.name,
            scope,
            mode,
            holder.name,
            session,
            0,
            maxRenewals,
            labels,
            request,
            Event.Wish.NONE);
    Holding holding = new Holding(claim, birth, policy, space, holder);
    holding.restore(
        Encoding.readEnum(LeaseState.class, in),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readInt(),
        in.readVarint(),
        readEnding());
    state.remember(holding);
    holdings.add(holding);
    for (Event.Request made : readRequests()) {
      state.remember(made, holding);
    }
    if (in.readBoolean()) {
      readSpecials(holding, holding.specials());
    }
  }

  private List<Event.Request> readRequests() {
    List<Event.Request> requests = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      requests.add(new Event.Request(in.readString(), in.readString(), in.readLong()));
    }
    return requests;
  }

  private @Nullable Ending readEnding() {
    if (!in.readBoolean()) {
      return null;
    }
    long tick = in.readVarint();
    long wall = in.readVarint();
    int cause = in.readByte();
    if (cause > ExpiryCause.values().length) {
      throw new IllegalArgumentException("no cause of an expiry: " + cause);
    }
    return new Ending(
        tick,
        wall,
        cause == 0 ? null : ExpiryCause.values()[cause - 1],
        in.readString(),
        in.readString(),
        in.readVarint());
  }

  private void readSpecials(Holding holding, Specials special) {
    special.heartbeatNanos = in.readVarint();
    special.heartbeatDeadlineTick = in.readVarint();
    if (in.readBoolean()) {
      special.wait =
          new Wait(
              in.readVarint(), in.readVarint(), in.readVarint(), in.readInt(), in.readBoolean());
    }
    special.requested = Encoding.readAmounts(in);
    special.pool = in.readString();
    special.unclaimed = in.readBoolean();
    special.announcedEnd = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    special.delayedRelease = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    special.reminded = in.readBoolean();
    special.cappedNanos = in.readVarint();
    special.authority = Encoding.readAuthority(in);
    special.tokenId = in.readString();
    special.tokenDeadlineTick = in.readVarint();
    special.laidTick = in.readVarint();
    String parent = in.readString();
    if (!parent.isEmpty()) {
      parents.put(holding, parent);
    }
    if (in.readBoolean()) {
      accounts.put(holding, readAccount());
    }
  }

  private AccountData readAccount() {
    Amounts granted = Encoding.readAmounts(in);
    Amounts reserved = Encoding.readAmounts(in);
    Amounts delegated = Encoding.readAmounts(in);
    Amounts spent = Encoding.readAmounts(in);
    Amounts returned = Encoding.readAmounts(in);
    List<ReservationData> reservations = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      reservations.add(
          new ReservationData(
              in.readString(), in.readVarint(), in.readVarint(), Encoding.readAmounts(in)));
    }
    Map<String, Long> settled = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      settled.put(in.readString(), in.readLong());
    }
    return new AccountData(
        granted, reserved, delegated, spent, returned, reservations, settled, readRequests());
  }

  /** Families and money, then who keeps others out, then who waits, each in its own order. */
  private void link() {
    for (Holding holding : holdings) {
      String parentId = parents.get(holding);
      if (parentId != null) {
        Holding parent = known(parentId);
        holding.specials().parent = parent;
        parent.specials().children.add(holding);
      }
    }
    holdings.forEach(SnapshotReader::checkDepth);
    holdings.forEach(this::openAccount);
    holdings.stream().filter(Holding::isLiving).forEach(state::enliven);
    holdings.stream()
        .filter(Holding::isBlocking)
        .sorted()
        .forEach(holding -> holding.space.block(holding));
    holdings.stream()
        .filter(holding -> holding.waiting() != null)
        .sorted(Comparator.comparingLong(holding -> Line.placeOf(holding).position()))
        .forEach(holding -> state.waiting.add(holding, Line.placeOf(holding)));
  }

  /** A lease that is its own ancestor has no end of them. */
  private static void checkDepth(Holding holding) {
    int depth = 0;
    for (Holding next = holding; next != null; next = next.parent()) {
      if (++depth > Limits.MAX_DEPTH) {
        throw new IllegalArgumentException("too many ancestors: " + holding.id);
      }
    }
  }

  private void openAccount(Holding holding) {
    AccountData data = accounts.get(holding);
    Specials special = holding.specialsOrNull();
    if (data == null || special == null || special.account != null) {
      return;
    }
    Account parentAccount = null;
    PoolAccount pool = null;
    if (special.parent == null) {
      pool = state.funds.pool(special.pool);
    } else {
      openAccount(special.parent);
      parentAccount = special.parent.account();
    }
    Account account = new Account(holding, pool, parentAccount);
    special.account = account;
    account.granted = data.granted;
    account.reserved = data.reserved;
    account.delegated = data.delegated;
    account.spent = data.spent;
    account.returned = data.returned;
    for (ReservationData open : data.reservations) {
      state.funds.add(
          new Reservation(open.id, account, open.deadlineTick, open.position, open.amounts));
    }
    account.settled.putAll(data.settled);
    for (Event.Request request : data.requests) {
      state.requests.rememberMoney(
          request.caller(), request.requestId(), request.fingerprint(), account);
    }
    if (pool != null && holding.isBlocking() && holding.policy.isBudget()) {
      holding.holder.purse = holding;
    }
  }

  private Holding known(String id) {
    Holding holding = state.leases.find(id);
    if (holding == null) {
      throw new IllegalArgumentException("a lease that is not there: " + id);
    }
    return holding;
  }
}
