package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.AdminEvent;
import dev.leasehold.kernel.ApprovalEvent;
import dev.leasehold.kernel.BudgetEnd;
import dev.leasehold.kernel.BudgetEvent;
import dev.leasehold.kernel.Claim;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.LeaseEvent;
import dev.leasehold.kernel.NoticeEvent;
import dev.leasehold.kernel.PoolEvent;
import java.util.List;
import java.util.Map;

/**
 * The canonical binary form of events: a tag, then the fields in the order of the record. Journals
 * are read for ever, so a tag never changes its meaning: a changed event gets a new one.
 */
public final class EventCodec {

  static final int GRANTED = 1;
  static final int QUEUED = 2;
  static final int ADMITTED = 3;
  static final int RENEWED = 4;
  static final int BEATEN = 5;
  static final int EXPIRED_UNDATED = 6;
  static final int ENDED = 7;
  static final int END_PLANNED = 8;
  static final int REMINDED = 9;
  static final int ADVANCED = 10;
  static final int TRANSFERRED = 11;
  static final int CONVERTED = 12;
  static final int CONVERSION_QUEUED = 13;
  static final int CONVERSION_FAILED = 14;
  static final int SPENT = 15;
  static final int OVERDRAWN = 16;
  static final int RESERVED = 17;
  static final int ADJUSTED = 18;
  static final int SETTLED = 19;
  static final int REFRESHED = 20;
  static final int POOL_CREATED = 21;
  static final int POOL_CHANGED = 22;
  static final int POOL_CONFIRMED = 23;
  static final int NOTICES_ACKNOWLEDGED = 24;
  static final int POLICY_ADDED = 25;
  static final int PRUNED_TO_A_FLOOR = 26;
  static final int RESTORED = 27;
  static final int SPACE_DECLARED = 28;
  static final int TOKEN_ISSUED = 29;
  static final int TOKEN_REVOKED_SILENTLY = 30;
  static final int CONFIG_CHANGED = 31;
  static final int HEARTBEAT_EXCUSED = 32;
  static final int NOTICES_DROPPED = 33;
  static final int PRUNED = 34;
  static final int EXPIRED = 35;
  static final int TOKEN_REVOKED = 36;
  static final int ENDED_WITH_BUDGET = 37;
  static final int ASKED = 40;
  static final int ASKED_WITH_ID = 41;
  static final int EXPIRED_WITH_BUDGET = 42;
  static final int IP_TOKEN_ISSUED = 43;
  static final int END_PLANNED_WITH_TOKEN = 44;
  static final int OVERRUN_REPORTED = 45;
  static final int THRESHOLD_REACHED = 46;
  static final int PROVIDER_ADDED = 50;
  static final int PROVIDER_KEY_ROTATED = 51;
  static final int PROVIDER_REMOVED = 52;
  static final int PROVIDER_KEY_REENCRYPTED = 53;
  static final int SPENT_WITH_LABELS = 60;
  static final int RESERVED_WITH_LABELS = 61;
  static final int SETTLED_WITH_LABELS = 62;
  static final int MORE_REQUESTED = 63;
  static final int MORE_APPROVED = 64;
  static final int MORE_DECLINED = 65;
  static final int RECURRENCE_SET = 66;
  static final int TOPPED_UP = 67;
  static final int COMMIT_RECORDED = 75;
  static final int SUBSCRIBED = 80;
  static final int SUBSCRIPTION_CONFIRMED = 81;
  static final int UNSUBSCRIBED = 82;
  static final int SUBSCRIPTION_REENCRYPTED = 83;
  static final int EXTENSION_REQUESTED = 84;
  static final int EXTENSION_APPROVED = 85;
  static final int EXTENSION_DECLINED = 86;
  static final int POLICY_WITH_EXTENSIONS_ADDED = 87;

  private EventCodec() {}

  /** Reads one event; malformed bytes are an IllegalArgumentException. */
  public static Event read(BytesIn in) {
    return EventReader.read(in);
  }

  public static void write(Event event, BytesOut out) {
    switch (event) {
      case LeaseEvent.Granted e -> {
        head(GRANTED, e, out);
        writeClaim(e.claim(), out);
        out.writeVarint(e.epoch());
        out.writeVarint(e.deadlineTick());
        Encoding.writeAmounts(e.budget(), out);
      }
      case LeaseEvent.Queued e -> {
        head(QUEUED, e, out);
        writeClaim(e.claim(), out);
        out.writeVarint(e.priority());
        out.writeVarint(e.waitDeadlineTick());
      }
      case LeaseEvent.GrantedFromQueue e -> {
        head(ADMITTED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.epoch());
        out.writeVarint(e.deadlineTick());
        Encoding.writeAmounts(e.budget(), out);
      }
      case LeaseEvent.Renewed e -> {
        head(RENEWED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.deadlineTick());
        out.writeVarint(e.ttlNanos());
        out.writeVarint(e.renewalCount());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.HeartbeatReceived e -> {
        head(BEATEN, e, out);
        out.writeString(e.leaseId());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.HeartbeatExcused e -> {
        head(HEARTBEAT_EXCUSED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.deadlineTick());
      }
      case LeaseEvent.Expired e -> {
        boolean rich = !e.budget().equals(BudgetEnd.NONE);
        boolean dated = rich || e.endedWallNanos() != LeaseEvent.Expired.UNDATED;
        head(rich ? EXPIRED_WITH_BUDGET : dated ? EXPIRED : EXPIRED_UNDATED, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.cause().ordinal());
        out.writeVarint(e.endedTick());
        out.writeVarint(e.renewalCount());
        out.writeVarint(e.graceEndTick());
        if (dated) {
          out.writeVarint(e.endedWallNanos());
        }
        if (rich) {
          writeBudgetEnd(e.budget(), out);
        }
      }
      case LeaseEvent.Ended e -> {
        boolean plain = e.budget().equals(BudgetEnd.NONE);
        head(plain ? ENDED : ENDED_WITH_BUDGET, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.state().ordinal());
        out.writeString(e.reason());
        out.writeString(e.endedBy());
        out.writeVarint(e.endedTick());
        writeRequest(e.request(), out);
        if (!plain) {
          writeBudgetEnd(e.budget(), out);
        }
      }
      case LeaseEvent.CommitRecorded e -> {
        head(COMMIT_RECORDED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.commit());
        out.writeString(e.holder());
        out.writeString(e.space());
        out.writeString(e.path());
        Encoding.writeStrings(e.told(), out);
      }
      case LeaseEvent.EndPlanned e -> {
        head(e.revokesToken() ? END_PLANNED_WITH_TOKEN : END_PLANNED, e, out);
        out.writeString(e.leaseId());
        Encoding.writePlannedEnd(e.end(), out);
        writeRequest(e.request(), out);
      }
      case BudgetEvent.IpTokenIssued e -> {
        head(IP_TOKEN_ISSUED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.tokenId());
        out.writeString(e.secretHash());
      }
      case LeaseEvent.Reminded e -> {
        head(REMINDED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.leftNanos());
      }
      case LeaseEvent.Asked e -> {
        boolean plain = e.request().requestId().isEmpty();
        head(plain ? ASKED : ASKED_WITH_ID, e, out);
        out.writeString(e.leaseId());
        if (plain) {
          out.writeString(e.asker());
        } else {
          writeRequest(e.request(), out);
        }
        out.writeString(e.note());
      }
      case LeaseEvent.Advanced e -> {
        head(ADVANCED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.epoch());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.Transferred e -> {
        head(TRANSFERRED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.newLeaseId());
        out.writeString(e.toHolder());
        out.writeString(e.note());
        out.writeVarint(e.epoch());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.Converted e -> {
        head(CONVERTED, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.mode().ordinal());
        out.writeVarint(e.epoch());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.ConversionQueued e -> {
        head(CONVERSION_QUEUED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.waitDeadlineTick());
        writeRequest(e.request(), out);
      }
      case LeaseEvent.ConversionFailed e -> {
        head(CONVERSION_FAILED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reason());
        writeRequest(e.request(), out);
      }
      case BudgetEvent.Spent e -> {
        head(e.labels().isEmpty() ? SPENT : SPENT_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.note());
        writeRequest(e.request(), out);
        writeLabels(e.labels(), out);
      }
      case BudgetEvent.Overdrawn e -> {
        head(OVERDRAWN, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.asked(), out);
        Encoding.writeAmounts(e.rest(), out);
      }
      case BudgetEvent.Reserved e -> {
        head(e.labels().isEmpty() ? RESERVED : RESERVED_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeVarint(e.deadlineTick());
        writeRequest(e.request(), out);
        writeLabels(e.labels(), out);
      }
      case BudgetEvent.Adjusted e -> {
        head(ADJUSTED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.amounts(), out);
        writeRequest(e.request(), out);
      }
      case BudgetEvent.Settled e -> {
        head(e.labels().isEmpty() ? SETTLED : SETTLED_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.spent(), out);
        out.writeByte(e.how().ordinal());
        writeLabels(e.labels(), out);
      }
      case BudgetEvent.ThresholdReached e -> {
        head(THRESHOLD_REACHED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.unit());
        out.writeVarint(e.percent());
        out.writeVarint(e.spent());
        out.writeVarint(e.granted());
      }
      case BudgetEvent.OverrunReported e -> {
        head(OVERRUN_REPORTED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.reporter());
      }
      case BudgetEvent.Refreshed e -> {
        head(REFRESHED, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.added(), out);
        out.writeVarint(e.deadlineTick());
        writeRequest(e.request(), out);
      }
      case ApprovalEvent.MoreRequested e -> {
        head(MORE_REQUESTED, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.justification());
        writeRequest(e.request(), out);
      }
      case ApprovalEvent.MoreApproved e -> {
        head(MORE_APPROVED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        Encoding.writeAmounts(e.amounts(), out);
        Encoding.writeAmounts(e.deposited(), out);
        out.writeVarint(e.deadlineTick());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.MoreDeclined e -> {
        head(MORE_DECLINED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.ExtensionRequested e -> {
        head(EXTENSION_REQUESTED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.ttlNanos());
        out.writeString(e.justification());
        writeRequest(e.request(), out);
      }
      case ApprovalEvent.ExtensionApproved e -> {
        head(EXTENSION_APPROVED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeVarint(e.ttlNanos());
        out.writeVarint(e.deadlineTick());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.ExtensionDeclined e -> {
        head(EXTENSION_DECLINED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case PoolEvent.RecurrenceSet e -> {
        head(RECURRENCE_SET, e, out);
        out.writeString(e.poolId());
        Encoding.writeRecurrence(e.recurrence(), out);
        writeRequest(e.request(), out);
      }
      case PoolEvent.ToppedUp e -> {
        head(TOPPED_UP, e, out);
        out.writeString(e.poolId());
        out.writeString(e.period());
        Encoding.writeAmounts(e.added(), out);
      }
      case PoolEvent.PoolCreated e -> {
        head(POOL_CREATED, e, out);
        out.writeString(e.poolId());
        Encoding.writeAmounts(e.amounts(), out);
        writeRequest(e.request(), out);
      }
      case PoolEvent.PoolChanged e -> {
        head(POOL_CHANGED, e, out);
        out.writeString(e.poolId());
        out.writeBoolean(e.deposit());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.reason());
        writeRequest(e.request(), out);
      }
      case PoolEvent.PoolConfirmed e -> {
        head(POOL_CONFIRMED, e, out);
        out.writeString(e.poolId());
        Encoding.writeAmounts(e.spent(), out);
        writeRequest(e.request(), out);
      }
      case AdminEvent.ProviderAdded e -> {
        head(PROVIDER_ADDED, e, out);
        out.writeString(e.name());
        out.writeByte(e.kind().ordinal());
        out.writeString(e.url());
        Encoding.writeKey(e.encryptedKey(), out);
        out.writeString(e.addedBy());
      }
      case AdminEvent.ProviderKeyRotated e -> {
        head(PROVIDER_KEY_ROTATED, e, out);
        out.writeString(e.name());
        out.writeVarint(e.version());
        Encoding.writeKey(e.encryptedKey(), out);
        out.writeString(e.rotatedBy());
      }
      case AdminEvent.ProviderRemoved e -> {
        head(PROVIDER_REMOVED, e, out);
        out.writeString(e.name());
        out.writeString(e.removedBy());
      }
      case AdminEvent.ProviderKeyReencrypted e -> {
        head(PROVIDER_KEY_REENCRYPTED, e, out);
        out.writeString(e.name());
        Encoding.writeKey(e.encryptedKey(), out);
      }
      case NoticeEvent.Subscribed e -> {
        head(SUBSCRIBED, e, out);
        Encoding.writeSubscription(e.subscription(), out);
      }
      case NoticeEvent.SubscriptionConfirmed e -> {
        head(SUBSCRIPTION_CONFIRMED, e, out);
        out.writeString(e.id());
      }
      case NoticeEvent.Unsubscribed e -> {
        head(UNSUBSCRIBED, e, out);
        out.writeString(e.id());
        out.writeString(e.removedBy());
      }
      case NoticeEvent.SubscriptionReencrypted e -> {
        head(SUBSCRIPTION_REENCRYPTED, e, out);
        out.writeString(e.id());
        Encoding.writeKey(e.secret(), out);
      }
      case NoticeEvent.NoticesAcknowledged e -> {
        head(NOTICES_ACKNOWLEDGED, e, out);
        out.writeString(e.holder());
        writePositions(e.positions(), out);
      }
      case NoticeEvent.NoticesDropped e -> {
        head(NOTICES_DROPPED, e, out);
        out.writeString(e.holder());
        writePositions(e.positions(), out);
      }
      case AdminEvent.PolicyAdded e -> {
        head(e.policy().extensions() ? POLICY_WITH_EXTENSIONS_ADDED : POLICY_ADDED, e, out);
        Encoding.writePolicy(e.policy(), out);
      }
      case AdminEvent.Pruned e -> {
        head(e.epochsKept() ? PRUNED : PRUNED_TO_A_FLOOR, e, out);
        out.writeVarint(e.leases());
        out.writeVarint(e.accounts());
        out.writeVarint(e.notices());
      }
      case AdminEvent.Restored e -> head(RESTORED, e, out);
      case AdminEvent.SpaceDeclared e -> {
        head(SPACE_DECLARED, e, out);
        out.writeString(e.space());
        out.writeBoolean(e.caseInsensitive());
      }
      case AdminEvent.TokenIssued e -> {
        head(TOKEN_ISSUED, e, out);
        Encoding.writeToken(e.token(), out);
      }
      case AdminEvent.TokenRevoked e -> {
        head(e.reason().isEmpty() ? TOKEN_REVOKED_SILENTLY : TOKEN_REVOKED, e, out);
        out.writeString(e.tokenId());
        if (!e.reason().isEmpty()) {
          out.writeString(e.reason());
        }
      }
      case AdminEvent.ConfigChanged e -> {
        head(CONFIG_CHANGED, e, out);
        out.writeString(e.key());
        out.writeString(e.value());
        out.writeString(e.changedBy());
      }
    }
  }

  private static void head(int tag, Event event, BytesOut out) {
    out.writeByte(tag);
    out.writeVarint(event.position());
    out.writeVarint(event.tick());
    out.writeVarint(event.wallNanos());
  }

  static void writeClaim(Claim claim, BytesOut out) {
    out.writeString(claim.leaseId());
    out.writeBoolean(claim.callersId());
    out.writeString(claim.policy());
    out.writeVarint(claim.policyVersion());
    out.writeString(claim.space());
    Encoding.writeStrings(claim.scope().patternTexts(), out);
    out.writeByte(claim.mode().ordinal());
    out.writeString(claim.holder());
    out.writeString(claim.session());
    out.writeVarint(claim.ttlNanos());
    out.writeVarint(claim.maxRenewals());
    Encoding.writeMap(claim.labels(), out);
    writeRequest(claim.request(), out);
    writeRareTerms(claim.rare(), out);
  }

  private static void writeRareTerms(Claim.RareTerms rare, BytesOut out) {
    boolean any = !rare.equals(Claim.RareTerms.NONE);
    out.writeBoolean(any);
    if (any) {
      out.writeVarint(rare.heartbeatNanos());
      Encoding.writeAuthority(rare.authority(), out);
      out.writeString(rare.pool());
      Encoding.writeAmounts(rare.budget(), out);
      out.writeString(rare.parentId());
      out.writeString(rare.tokenId());
      out.writeVarint(rare.tokenDeadlineTick());
    }
  }

  private static void writeBudgetEnd(BudgetEnd end, BytesOut out) {
    Encoding.writeAmounts(end.granted(), out);
    Encoding.writeAmounts(end.spent(), out);
    Encoding.writeAmounts(end.returned(), out);
  }

  private static void writeRequest(Event.Request request, BytesOut out) {
    out.writeString(request.caller());
    out.writeString(request.requestId());
    if (!request.requestId().isEmpty()) {
      out.writeLong(request.fingerprint());
    }
  }

  /** Events without labels have a tag of their own, and nothing in their place. */
  private static void writeLabels(Map<String, String> labels, BytesOut out) {
    if (!labels.isEmpty()) {
      Encoding.writeMap(labels, out);
    }
  }

  private static void writePositions(List<Long> positions, BytesOut out) {
    out.writeVarint(positions.size());
    positions.forEach(out::writeVarint);
  }
}
