package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.ConfigKey;
import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Notice;
import dev.leasehold.kernel.NoticeKind;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.QueuePlace;
import dev.leasehold.kernel.RevokedToken;
import dev.leasehold.kernel.Setting;
import dev.leasehold.kernel.Token;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.KeptEpochs;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Notices;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.Questions;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.Settings;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import dev.leasehold.kernel.state.WaitLine;
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

  /** An account as it was read, kept until all leases are there. */
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
  private long format;
  private final State state = new State();
  private final List<LeaseRecord> records = new ArrayList<>();
  private final Map<LeaseRecord, String> parents = new HashMap<>();
  private final Map<LeaseRecord, AccountData> accounts = new HashMap<>();

  private long lastBirth;

  SnapshotReader(BytesIn in) {
    this.in = in;
  }

  State read() {
    format = in.readVarint();
    if (format < Snapshot.WITH_SPACES_OF_NOTICES || format > Snapshot.FORMAT) {
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
    readIds(state.forgettable.leases);
    readIds(state.forgettable.accounts);
    for (int left = in.readCount(); left > 0; left--) {
      state.forgettable.usedIds.add(new UsedId(in.readLong(), in.readLong()));
    }
    readEpochs();
    for (int left = in.readCount(); left > 0; left--) {
      Token token = Encoding.readToken(in);
      state.tokens.put(token.id(), token);
    }
    for (int left = format > Snapshot.WITH_EXCUSES ? in.readCount() : 0; left > 0; left--) {
      state.revokedTokens.restore(
          new RevokedToken(
              in.readString(),
              in.readString(),
              in.readBoolean(),
              in.readString(),
              in.readVarint(),
              in.readVarint()));
    }
    for (int left = in.readCount(); left > 0; left--) {
      readNotice();
    }
    for (int left = format == Snapshot.FORMAT ? in.readCount() : 0; left > 0; left--) {
      readQuestion();
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
    state.accounts.pools.put(pool.id, pool);
  }

  private void readIds(ArrayDeque<LeaseRecord> into) {
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
    for (int left = format > Snapshot.WITH_EXCUSES ? in.readCount() : 0; left > 0; left--) {
      UsedId resource = new UsedId(in.readLong(), in.readLong());
      state.epochs.kept.restore(resource, new KeptEpochs.Kept(in.readString(), in.readVarint()));
    }
  }

  private void readNotice() {
    Holder holder = state.holder(in.readString());
    long position = in.readVarint();
    NoticeKind kind = Encoding.readEnum(NoticeKind.class, in);
    String leaseId = in.readString();
    long tick = in.readVarint();
    long wall = in.readVarint();
    String reason = in.readString();
    long left = in.readVarint();
    String space = in.readString();
    boolean ofBudgetLease = in.readBoolean();
    // Without the path it takes the lease; if that is forgotten, the journal has to be read anew.
    String path = format > Snapshot.WITH_EXCUSES ? in.readString() : Notices.pathOf(known(leaseId));
    state.notices.add(
        holder,
        new Notice(
            position,
            kind,
            leaseId,
            tick,
            wall,
            reason,
            left,
            space,
            path,
            ofBudgetLease,
            format > Snapshot.WITH_EXCUSES ? in.readString() : ""));
  }

  private void readQuestion() {
    Questions.Question question =
        new Questions.Question(in.readString(), in.readString(), in.readVarint());
    Questions.Question before = state.questions.newest();
    if (question.tick() > state.lastTick
        || (before != null && question.tick() < before.tick())
        || state.questions.size() == Limits.MAX_QUESTIONS_A_MINUTE) {
      throw new IllegalArgumentException("questions that nobody can have asked");
    }
    state.questions.add(question);
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
            Event.RareTerms.NONE);
    LeaseRecord record = new LeaseRecord(claim, birth, policy, space, holder);
    record.restore(
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
    state.remember(record);
    records.add(record);
    for (Event.Request made : readRequests()) {
      state.remember(made, record);
    }
    if (in.readBoolean()) {
      readRare(record, record.rareToWrite());
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

  private void readRare(LeaseRecord record, RareFields rare) {
    rare.heartbeatNanos = in.readVarint();
    rare.heartbeatDeadlineTick = in.readVarint();
    rare.excused = format >= Snapshot.WITH_EXCUSES && in.readBoolean();
    if (in.readBoolean()) {
      rare.wait =
          new QueuePlace(
              in.readVarint(), in.readVarint(), in.readVarint(), in.readInt(), in.readBoolean());
    }
    rare.requested = Encoding.readAmounts(in);
    rare.pool = in.readString();
    rare.unclaimed = in.readBoolean();
    rare.announcedEnd = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    rare.delayedRelease = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    rare.reminded = in.readBoolean();
    rare.cappedNanos = in.readVarint();
    rare.authority = Encoding.readAuthority(in);
    rare.tokenId = in.readString();
    rare.tokenDeadlineTick = in.readVarint();
    rare.forgettableTick = in.readVarint();
    String parent = in.readString();
    if (!parent.isEmpty()) {
      parents.put(record, parent);
    }
    if (in.readBoolean()) {
      accounts.put(record, readAccount());
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

  /** Links parents and accounts, then leases that keep others out, then waits, each in order. */
  private void link() {
    for (LeaseRecord record : records) {
      String parentId = parents.get(record);
      if (parentId != null) {
        LeaseRecord parent = known(parentId);
        record.rareToWrite().parent = parent;
        parent.rareToWrite().children.add(record);
      }
    }
    records.forEach(SnapshotReader::checkDepth);
    records.forEach(this::openAccount);
    records.stream().filter(LeaseRecord::isLiving).forEach(state::countAsLiving);
    records.stream()
        .filter(LeaseRecord::isBlocking)
        .sorted()
        .forEach(record -> record.space.block(record));
    records.stream()
        .filter(record -> record.waiting() != null)
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
          new Reservation(open.id, account, open.deadlineTick, open.position, open.amounts));
    }
    account.settled.putAll(data.settled);
    for (Event.Request request : data.requests) {
      state.requests.rememberMoney(
          request.caller(), request.requestId(), request.fingerprint(), account);
    }
    if (pool != null && record.isBlocking() && record.policy.isBudget()) {
      record.holder.budgetLease = record;
    }
  }

  private LeaseRecord known(String id) {
    LeaseRecord record = state.leases.find(id);
    if (record == null) {
      throw new IllegalArgumentException("a lease that is not there: " + id);
    }
    return record;
  }
}
