package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.state.CopyableList;
import dev.leasehold.kernel.state.Epochs;
import dev.leasehold.kernel.state.KeptEpochs;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Notices;
import dev.leasehold.kernel.state.RecentQuestions;
import dev.leasehold.kernel.state.ResourceKey;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import dev.leasehold.kernel.state.UsedIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a snapshot behind the leases. It is taken at one moment, by reference, and written
 * later: nothing that it refers to changes, so any thread may write it.
 */
final class SnapshotRest {

  /** The epoch of a resource, and the last lease of it. */
  private record Reached(ResourceKey resource, String leaseId, long epoch) {}

  private final List<LeaseRecord> ended;
  private final List<LeaseRecord> endedAccounts;
  private final UsedIds.Copy usedIds;
  private final long epochBase;
  private final Map<String, Long> epochFloors;
  private final List<Reached> epochs = new ArrayList<>();
  private final CopyableList.Copy<KeptEpochs.Kept> keptEpochs;
  private final List<Token> tokens;
  private final List<RevokedToken> revokedTokens;
  private final CopyableList.Copy<Notices.Slip> notices;
  private final List<RecentQuestions.Question> questions;
  private final List<RevokedToken> endedIpTokens;
  private final List<Provider> providers;
  private final List<String> lateCheckIns;
  private final List<Subscription> subscriptions;

  SnapshotRest(State state) {
    this.ended = List.copyOf(state.forgettable.leases);
    this.endedAccounts = List.copyOf(state.forgettable.accounts);
    this.usedIds = state.forgettable.usedIds.copy();
    this.epochBase = state.epochs.base;
    this.epochFloors = new TreeMap<>(state.epochs.floors);
    this.keptEpochs = state.epochs.kept.copy();
    this.tokens = List.copyOf(state.tokens.values());
    this.revokedTokens = state.revokedTokens.all();
    this.notices = state.notices.copy();
    this.questions = state.questions.all();
    this.endedIpTokens = state.ipTokens.ended.all();
    this.providers = List.copyOf(state.providers.values());
    this.lateCheckIns = state.lateCheckIns.all();
    this.subscriptions = List.copyOf(state.subscriptions.values());
  }

  /** Adds the epoch of a resource, which comes with the last lease of it. */
  void add(ResourceKey resource, Epochs.Reached reached) {
    epochs.add(new Reached(resource, reached.record().id, reached.epoch()));
  }

  void write(BytesOut out, int format) {
    writeIds(ended, out);
    writeIds(endedAccounts, out);
    UsedId[] used = usedIds.sorted();
    out.writeVarint(used.length);
    for (UsedId id : used) {
      out.writeLong(id.high());
      out.writeLong(id.low());
    }
    writeEpochs(out, format);
    out.writeVarint(tokens.size());
    tokens.forEach(token -> Encoding.writeToken(token, out));
    writeRevokedTokens(out, format);
    out.writeVarint(notices.size());
    notices.forEach(slip -> writeNotice(slip, out, format));
    if (format >= Snapshot.WITH_QUESTIONS) {
      writeQuestions(out, format);
    }
    // States that earlier servers hashed have none, and nothing in its place.
    if (format > Snapshot.WITH_IDS_OF_QUESTIONS || !endedIpTokens.isEmpty()) {
      writeTokens(endedIpTokens, out);
    }
    if (format > Snapshot.WITH_IP_TOKENS || !providers.isEmpty()) {
      out.writeVarint(providers.size());
      providers.forEach(provider -> Encoding.writeProvider(provider, out));
    }
    boolean hasSubscriptions = !subscriptions.isEmpty();
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE || !lateCheckIns.isEmpty() || hasSubscriptions) {
      Encoding.writeStrings(lateCheckIns, out);
    }
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE || hasSubscriptions) {
      out.writeVarint(subscriptions.size());
      subscriptions.forEach(subscription -> Encoding.writeSubscription(subscription, out));
    }
  }

  private static void writeIds(List<LeaseRecord> records, BytesOut out) {
    out.writeVarint(records.size());
    records.forEach(record -> out.writeString(record.id));
  }

  private void writeEpochs(BytesOut out, int format) {
    out.writeVarint(epochBase);
    out.writeVarint(epochFloors.size());
    epochFloors.forEach(
        (space, floor) -> {
          out.writeString(space);
          out.writeVarint(floor);
        });
    epochs.sort(Comparator.comparing(Reached::resource));
    out.writeVarint(epochs.size());
    for (Reached reached : epochs) {
      out.writeString(reached.leaseId);
      out.writeVarint(reached.epoch);
    }
    // States that earlier servers hashed have none, and nothing in its place.
    if (format > Snapshot.WITH_EXCUSES || keptEpochs.size() > 0) {
      out.writeVarint(keptEpochs.size());
      for (KeptEpochs.Kept kept : keptEpochs) {
        out.writeLong(kept.resource.high());
        out.writeLong(kept.resource.low());
        out.writeString(kept.space);
        out.writeVarint(kept.epoch);
      }
    }
  }

  /** States that earlier servers hashed have none, and nothing in its place. */
  private void writeRevokedTokens(BytesOut out, int format) {
    if (format <= Snapshot.WITH_EXCUSES && revokedTokens.isEmpty()) {
      return;
    }
    writeTokens(revokedTokens, out);
  }

  private static void writeTokens(List<RevokedToken> tokens, BytesOut out) {
    out.writeVarint(tokens.size());
    for (RevokedToken token : tokens) {
      out.writeString(token.id());
      out.writeString(token.secretHash());
      out.writeBoolean(token.jwt());
      out.writeString(token.reason());
      out.writeVarint(token.tick());
      out.writeVarint(token.wallNanos());
    }
  }

  private static void writeNotice(Notices.Slip slip, BytesOut out, int format) {
    Notice notice = slip.notice;
    out.writeString(slip.holder.name);
    out.writeVarint(notice.position());
    out.writeByte(notice.kind().ordinal());
    out.writeString(notice.leaseId());
    out.writeVarint(notice.tick());
    out.writeVarint(notice.wallNanos());
    out.writeString(notice.reason());
    out.writeVarint(notice.leftNanos());
    if (format != Snapshot.HASHED_FORMAT) {
      out.writeString(notice.space());
      out.writeBoolean(notice.ofBudgetLease());
    }
    if (format > Snapshot.WITH_EXCUSES) {
      out.writeString(notice.path());
      out.writeString(notice.by());
    }
  }

  private void writeQuestions(BytesOut out, int format) {
    out.writeVarint(questions.size());
    for (RecentQuestions.Question question : questions) {
      out.writeString(question.asker());
      out.writeString(question.leaseId());
      out.writeVarint(question.tick());
      if (format > Snapshot.WITH_QUESTIONS) {
        writeIdOfQuestion(question.requestId(), out);
      }
    }
  }

  private static void writeIdOfQuestion(RecentQuestions.@Nullable RequestId id, BytesOut out) {
    out.writeBoolean(id != null);
    if (id != null) {
      out.writeString(id.space());
      out.writeString(id.id());
      out.writeLong(id.fingerprint());
    }
  }
}
