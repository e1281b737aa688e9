package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Notices;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.RecentQuestions;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.RevokedTokens;
import dev.leasehold.kernel.state.Settings;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Reads what {@link StateCopy} wrote, and builds what follows from it. */
final class SnapshotReader {

  private final BytesIn in;
  private long format;
  private final State state = new State();
  private final LeaseLinks links = new LeaseLinks(state);

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
      Policy policy = Encoding.readPolicy(in);
      boolean extensions = format > Snapshot.WITH_REQUESTS_FOR_MORE && in.readBoolean();
      state.policies.add(extensions ? policy.withExtensions() : policy);
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
    new LeaseReader(in, format, state, links).read();
    links.link();
    readIds(state.forgettable.leases);
    readIds(state.forgettable.accounts);
    for (int left = in.readCount(); left > 0; left--) {
      state.forgettable.usedIds.add(new UsedId(in.readLong(), in.readLong()));
    }
    readEpochs();
    readTokens();
    for (int left = in.readCount(); left > 0; left--) {
      readNotice();
    }
    for (int left = format >= Snapshot.WITH_QUESTIONS ? in.readCount() : 0; left > 0; left--) {
      readQuestion();
    }
    if (format > Snapshot.WITH_IDS_OF_QUESTIONS) {
      readTokensInto(state.ipTokens.ended);
    }
    for (int left = format > Snapshot.WITH_IP_TOKENS ? in.readCount() : 0; left > 0; left--) {
      Provider provider = Encoding.readProvider(in);
      state.providers.put(provider.name(), provider);
    }
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE) {
      Encoding.readStrings(in).forEach(state.lateCheckIns::add);
    }
    int subscriptions = format > Snapshot.WITH_REQUESTS_FOR_MORE ? in.readCount() : 0;
    for (int left = subscriptions; left > 0; left--) {
      Subscription subscription = Encoding.readSubscription(in);
      state.subscriptions.put(subscription.id(), subscription);
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
      RequestKey key =
          new RequestKey(in.readString(), in.readString(), RequestKey.NO_SPACE, in.readLong());
      state.requests.remember(key, in.readVarint(), pool);
    }
    if (format > Snapshot.WITH_IP_TOKENS) {
      pool.recurrence = Encoding.readRecurrence(in);
      pool.period = in.readString();
    }
    state.accounts.pools.put(pool.id, pool);
  }

  private void readIds(ArrayDeque<LeaseRecord> into) {
    for (int left = in.readCount(); left > 0; left--) {
      into.addLast(links.known(in.readString()));
    }
  }

  private void readEpochs() {
    state.epochs.base = in.readVarint();
    for (int left = in.readCount(); left > 0; left--) {
      state.epochs.floors.put(in.readString(), in.readVarint());
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.epochs.restore(links.known(in.readString()), in.readVarint());
    }
    for (int left = format > Snapshot.WITH_EXCUSES ? in.readCount() : 0; left > 0; left--) {
      UsedId resource = new UsedId(in.readLong(), in.readLong());
      state.epochs.kept.restore(resource, in.readString(), in.readVarint());
    }
  }

  private void readTokens() {
    for (int left = in.readCount(); left > 0; left--) {
      Token token = Encoding.readToken(in);
      state.tokens.put(token.id(), token);
    }
    if (format > Snapshot.WITH_EXCUSES) {
      readTokensInto(state.revokedTokens);
    }
  }

  private void readTokensInto(RevokedTokens tokens) {
    for (int left = in.readCount(); left > 0; left--) {
      tokens.restore(
          new RevokedToken(
              in.readString(),
              in.readString(),
              in.readBoolean(),
              in.readString(),
              in.readVarint(),
              in.readVarint()));
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
    String path =
        format > Snapshot.WITH_EXCUSES ? in.readString() : Notices.pathOf(links.known(leaseId));
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
    RecentQuestions.Question question =
        new RecentQuestions.Question(
            in.readString(), in.readString(), in.readVarint(), readIdOfQuestion());
    RecentQuestions.Question before = state.questions.newest();
    if (question.tick() > state.lastTick
        || (before != null && question.tick() < before.tick())
        || state.questions.size() == Limits.MAX_QUESTIONS_A_MINUTE) {
      throw new IllegalArgumentException("questions that nobody can have asked");
    }
    state.questions.add(question);
  }

  private RecentQuestions.@Nullable RequestId readIdOfQuestion() {
    return format > Snapshot.WITH_QUESTIONS && in.readBoolean()
        ? new RecentQuestions.RequestId(in.readString(), in.readString(), in.readLong())
        : null;
  }
}
