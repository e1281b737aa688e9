package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.access.IpToken;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the leases of a snapshot, one at a time; {@link LeaseReader} reads them. */
final class LeaseWriter {

  private final BytesOut out;
  private final int format;

  LeaseWriter(BytesOut out, int format) {
    this.out = out;
    this.format = format;
  }

  void write(LeaseRecord record) {
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
      out.writeString(key.caller());
      out.writeString(key.requestId());
      out.writeLong(key.fingerprint());
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
    QueuePlace place = rare.place;
    out.writeBoolean(place != null);
    if (place != null) {
      out.writeVarint(place.position());
      out.writeVarint(place.sinceTick());
      out.writeVarint(place.deadlineTick());
      out.writeVarint(place.priority());
      out.writeBoolean(place.conversion());
    }
    Encoding.writeAmounts(rare.requestedBudget, out);
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
    writeTokens(rare);
    writeLateCommit(rare);
    writeRequestsForTime(asked(rare, true));
  }

  /** States that earlier servers hashed have no such commit, and nothing in its place. */
  private void writeLateCommit(RareFields rare) {
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE || !rare.lateCommit.isEmpty()) {
      out.writeString(rare.lateCommit);
    }
  }

  /** States that earlier servers hashed have no IP tokens, and nothing in their place. */
  private void writeTokens(RareFields rare) {
    IpToken token = rare.ipToken;
    boolean any = token != null || rare.revokesToken;
    if (format > Snapshot.WITH_IDS_OF_QUESTIONS) {
      out.writeBoolean(any);
    }
    if (any) {
      out.writeBoolean(rare.revokesToken);
      out.writeString(token == null ? "" : token.id());
      out.writeString(token == null ? "" : token.secretHash());
      out.writeVarint(token == null ? 0 : token.issuedWallNanos());
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
      if (isWritten(!reservation.labels.isEmpty())) {
        Encoding.writeMap(reservation.labels, out);
      }
    }
    out.writeVarint(account.settled.size());
    for (Map.Entry<String, Long> settled : account.settled.entrySet()) {
      out.writeString(settled.getKey());
      out.writeLong(settled.getValue());
    }
    writeRequests(account.requests);
    List<BudgetRequest> asked = asked(account.record.rare(), false);
    if (isWritten(!asked.isEmpty())) {
      out.writeVarint(asked.size());
      asked.forEach(this::writeBudgetRequest);
    }
  }

  private static List<BudgetRequest> asked(RareFields rare, boolean forTime) {
    return rare.approvalRequests.values().stream()
        .filter(request -> request.isForTime() == forTime)
        .toList();
  }

  /** States that earlier servers hashed have no requests for time, and nothing in their place. */
  private void writeRequestsForTime(List<BudgetRequest> asked) {
    if (format <= Snapshot.WITH_REQUESTS_FOR_MORE && asked.isEmpty()) {
      return;
    }
    out.writeVarint(asked.size());
    for (BudgetRequest request : asked) {
      writeBudgetRequest(request);
      out.writeVarint(request.ttlNanos());
      out.writeVarint(request.grantedNanos());
    }
  }

  /** States that earlier servers hashed have none, and nothing in its place. */
  private boolean isWritten(boolean any) {
    return any || format > Snapshot.WITH_IP_TOKENS;
  }

  private void writeBudgetRequest(BudgetRequest request) {
    out.writeVarint(request.position());
    Encoding.writeAmounts(request.amounts(), out);
    out.writeString(request.justification());
    out.writeVarint(request.wallNanos());
    out.writeByte(request.status().ordinal());
    out.writeString(request.decidedBy());
    out.writeString(request.reason());
    out.writeVarint(request.decidedWallNanos());
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE) {
      out.writeString(request.requestId());
    }
  }
}
