package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Notice;
import dev.leasehold.kernel.PlannedEnd;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.QueuePlace;
import dev.leasehold.kernel.RevokedToken;
import dev.leasehold.kernel.Setting;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Notices;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.Questions;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes the state in one order, whatever happened to bring it about. */
final class SnapshotWriter {

  private final State state;
  private final BytesOut out;
  private final int format;

  SnapshotWriter(State state, BytesOut out, int format) {
    this.state = state;
    this.out = out;
    this.format = format;
  }

  void write() {
    out.writeVarint(format);
    out.writeVarint(state.lastPosition);
    out.writeVarint(state.lastTick);
    List<Policy> policies = state.policies.added();
    out.writeVarint(policies.size());
    policies.forEach(policy -> Encoding.writePolicy(policy, out));
    writeSettings();
    writeSpaces();
    out.writeVarint(state.accounts.pools.size());
    state.accounts.pools.values().forEach(this::writePool);
    out.writeVarint(state.births.size());
    state.births.visitAfter(
        0,
        record -> {
          writeLease(record);
          return true;
        });
    writeIds(state.forgettable.leases);
    writeIds(state.forgettable.accounts);
    out.writeVarint(state.forgettable.usedIds.size());
    for (UsedId id : new TreeSet<>(state.forgettable.usedIds)) {
      out.writeLong(id.high());
      out.writeLong(id.low());
    }
    writeEpochs();
    out.writeVarint(state.tokens.size());
    state.tokens.values().forEach(token -> Encoding.writeToken(token, out));
    writeRevokedTokens(state.revokedTokens.all());
    out.writeVarint(state.notices.size());
    state.notices.all().forEach(this::writeNotice);
    if (format >= Snapshot.WITH_QUESTIONS) {
      writeQuestions();
    }
  }

  private void writeQuestions() {
    out.writeVarint(state.questions.size());
    for (Questions.Question question : state.questions.all()) {
      out.writeString(question.asker());
      out.writeString(question.leaseId());
      out.writeVarint(question.tick());
      if (format > Snapshot.WITH_QUESTIONS) {
        writeIdOfQuestion(question.requestId());
      }
    }
  }

  private void writeIdOfQuestion(Questions.@Nullable RequestId id) {
    out.writeBoolean(id != null);
    if (id != null) {
      out.writeString(id.space());
      out.writeString(id.id());
      out.writeLong(id.fingerprint());
    }
  }

  private void writeSettings() {
    List<Setting> changed = state.settings.changed();
    out.writeVarint(changed.size());
    for (Setting setting : changed) {
      out.writeString(setting.key().text());
      out.writeString(setting.value());
      out.writeVarint(setting.changedWallNanos());
      out.writeString(setting.changedBy());
    }
  }

  private void writeSpaces() {
    TreeSet<String> insensitive = new TreeSet<>();
    for (Space space : state.spaces.values()) {
      if (space.caseInsensitive) {
        insensitive.add(space.name);
      }
    }
    Encoding.writeStrings(insensitive, out);
  }

  private void writePool(PoolAccount pool) {
    out.writeString(pool.id);
    Encoding.writeAmounts(pool.free, out);
    Encoding.writeAmounts(pool.outstanding, out);
    Encoding.writeAmounts(pool.spent, out);
    out.writeBoolean(pool.open);
    out.writeVarint(pool.requests.size());
    pool.requests.forEach(
        (key, tick) -> {
          writeKey(key);
          out.writeLong(state.requests.fingerprint(key));
          out.writeVarint(tick);
        });
  }

  private void writeKey(RequestKey key) {
    out.writeString(key.caller());
    out.writeString(key.requestId());
  }

  private void writeIds(ArrayDeque<LeaseRecord> records) {
    out.writeVarint(records.size());
    records.forEach(record -> out.writeString(record.id));
  }

  private void writeEpochs() {
    out.writeVarint(state.epochs.base);
    out.writeVarint(state.epochs.floors.size());
    state.epochs.floors.forEach(
        (space, floor) -> {
          out.writeString(space);
          out.writeVarint(floor);
        });
    out.writeVarint(state.epochs.byResource.size());
    new TreeMap<>(state.epochs.byResource)
        .forEach(
            (key, reached) -> {
              out.writeString(reached.record().id);
              out.writeVarint(reached.epoch());
            });
    // States that earlier servers hashed have none, and nothing in its place.
    if (format > Snapshot.WITH_EXCUSES || state.epochs.kept.size() > 0) {
      out.writeVarint(state.epochs.kept.size());
      state.epochs.kept.forEach(
          (resource, kept) -> {
            out.writeLong(resource.high());
            out.writeLong(resource.low());
            out.writeString(kept.space());
            out.writeVarint(kept.epoch());
          });
    }
  }

  /** States that earlier servers hashed have none, and nothing in its place. */
  private void writeRevokedTokens(List<RevokedToken> tokens) {
    if (format <= Snapshot.WITH_EXCUSES && tokens.isEmpty()) {
      return;
    }
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

  private void writeNotice(Notices.Slip slip) {
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

  private void writeLease(LeaseRecord record) {
    Lease lease = record.lease();
    out.writeString(lease.id());
    out.writeVarint(lease.position());
    out.writeString(lease.policy().name());
    out.writeVarint(lease.policy().version());
    out.writeString(lease.space());
    Encoding.writeStrings(lease.scope().patternTexts(), out);
    out.writeByte(lease.mode().ordinal());
    out.writeString(lease.holder());
    out.writeString(lease.session());
    out.writeBoolean(record.hasCallersId());
    Encoding.writeMap(lease.labels(), out);
    out.writeString(lease.requestId());
    out.writeVarint(lease.maxRenewals());
    out.writeByte(lease.state().ordinal());
    out.writeVarint(lease.fencingToken());
    out.writeVarint(lease.epoch());
    out.writeVarint(lease.issuedTick());
    out.writeVarint(lease.issuedWallNanos());
    out.writeVarint(lease.deadlineTick());
    out.writeVarint(lease.ttlNanos());
    out.writeVarint(lease.renewalCount());
    out.writeVarint(lease.lastRenewedWallNanos());
    writeEnding(lease.ending());
    writeRequests(record.requests());
    out.writeBoolean(record.hasRareFields());
    if (record.hasRareFields()) {
      writeRare(record.rare());
    }
  }

  private void writeRequests(List<RequestKey> keys) {
    out.writeVarint(keys.size());
    for (RequestKey key : keys) {
      writeKey(key);
      out.writeLong(state.requests.fingerprint(key));
    }
  }

  private void writeEnding(@Nullable Ending ending) {
    out.writeBoolean(ending != null);
    if (ending != null) {
      out.writeVarint(ending.tick());
      out.writeVarint(ending.wallNanos());
      out.writeByte(ending.cause() == null ? 0 : 1 + ending.cause().ordinal());
      out.writeString(ending.reason());
      out.writeString(ending.endedBy());
      out.writeVarint(ending.graceEndTick());
    }
  }

  private void writeRare(RareFields rare) {
    out.writeVarint(rare.heartbeatNanos);
    out.writeVarint(rare.heartbeatDeadlineTick);
    if (format >= Snapshot.WITH_EXCUSES) {
      out.writeBoolean(rare.excused);
    }
    QueuePlace wait = rare.wait;
    out.writeBoolean(wait != null);
    if (wait != null) {
      out.writeVarint(wait.position());
      out.writeVarint(wait.sinceTick());
      out.writeVarint(wait.deadlineTick());
      out.writeVarint(wait.priority());
      out.writeBoolean(wait.conversion());
    }
    Encoding.writeAmounts(rare.requested, out);
    out.writeString(rare.pool);
    out.writeBoolean(rare.unclaimed);
    writePlanned(rare.announcedEnd);
    writePlanned(rare.delayedRelease);
    out.writeBoolean(rare.reminded);
    out.writeVarint(rare.cappedNanos);
    Encoding.writeAuthority(rare.authority, out);
    out.writeString(rare.tokenId);
    out.writeVarint(rare.tokenDeadlineTick);
    out.writeVarint(rare.forgettableTick);
    out.writeString(rare.parent == null ? "" : rare.parent.id);
    out.writeBoolean(rare.account != null);
    if (rare.account != null) {
      writeAccount(rare.account);
    }
  }

  private void writePlanned(@Nullable PlannedEnd end) {
    out.writeBoolean(end != null);
    if (end != null) {
      Encoding.writePlannedEnd(end, out);
    }
  }

  private void writeAccount(Account account) {
    Encoding.writeAmounts(account.granted, out);
    Encoding.writeAmounts(account.reserved, out);
    Encoding.writeAmounts(account.delegated, out);
    Encoding.writeAmounts(account.spent, out);
    Encoding.writeAmounts(account.returned, out);
    out.writeVarint(account.reservations.size());
    for (Reservation reservation : account.reservations.values()) {
      out.writeString(reservation.id);
      out.writeVarint(reservation.deadlineTick);
      out.writeVarint(reservation.position);
      Encoding.writeAmounts(reservation.amounts, out);
    }
    out.writeVarint(account.settled.size());
    for (Map.Entry<String, Long> settled : account.settled.entrySet()) {
      out.writeString(settled.getKey());
      out.writeLong(settled.getValue());
    }
    writeRequests(account.requests);
  }
}
