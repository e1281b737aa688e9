package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.AdminEvent;
import dev.leasehold.kernel.ApprovalEvent;
import dev.leasehold.kernel.BudgetEnd;
import dev.leasehold.kernel.BudgetEvent;
import dev.leasehold.kernel.Claim;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.LeaseEvent;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.NoticeEvent;
import dev.leasehold.kernel.PoolEvent;
import dev.leasehold.kernel.ProviderKind;
import dev.leasehold.kernel.SettledHow;
import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what {@link EventCodec} wrote. */
final class EventReader {

  private EventReader() {}

  static Event read(BytesIn in) {
    int tag = in.readByte();
    long position = in.readVarint();
    long tick = in.readVarint();
    long wall = in.readVarint();
    return tag < EventCodec.SPENT
            || tag == EventCodec.EXPIRED
            || tag == EventCodec.EXPIRED_WITH_BUDGET
            || tag == EventCodec.ENDED_WITH_BUDGET
            || tag == EventCodec.END_PLANNED_WITH_TOKEN
        ? readLife(tag, position, tick, wall, in)
        : readOther(tag, position, tick, wall, in);
  }

  private static Event readLife(int tag, long position, long tick, long wall, BytesIn in) {
    return switch (tag) {
      case EventCodec.GRANTED ->
          new LeaseEvent.Granted(
              position,
              tick,
              wall,
              readClaim(in),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in));
      case EventCodec.QUEUED ->
          new LeaseEvent.Queued(position, tick, wall, readClaim(in), in.readInt(), in.readVarint());
      case EventCodec.ADMITTED ->
          new LeaseEvent.GrantedFromQueue(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in));
      case EventCodec.RENEWED ->
          new LeaseEvent.Renewed(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readInt(),
              readRequest(in));
      case EventCodec.BEATEN ->
          new LeaseEvent.HeartbeatReceived(position, tick, wall, in.readString(), readRequest(in));
      case EventCodec.EXPIRED_UNDATED, EventCodec.EXPIRED, EventCodec.EXPIRED_WITH_BUDGET ->
          new LeaseEvent.Expired(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(ExpiryCause.class, in),
              in.readVarint(),
              in.readInt(),
              in.readVarint(),
              tag == EventCodec.EXPIRED_UNDATED ? LeaseEvent.Expired.UNDATED : in.readVarint(),
              tag == EventCodec.EXPIRED_WITH_BUDGET ? readBudgetEnd(in) : BudgetEnd.NONE);
      case EventCodec.ENDED, EventCodec.ENDED_WITH_BUDGET ->
          new LeaseEvent.Ended(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(LeaseState.class, in),
              in.readString(),
              in.readString(),
              in.readVarint(),
              readRequest(in),
              tag == EventCodec.ENDED ? BudgetEnd.NONE : readBudgetEnd(in));
      case EventCodec.END_PLANNED, EventCodec.END_PLANNED_WITH_TOKEN ->
          new LeaseEvent.EndPlanned(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readPlannedEnd(in),
              readRequest(in),
              tag == EventCodec.END_PLANNED_WITH_TOKEN);
      case EventCodec.REMINDED ->
          new LeaseEvent.Reminded(position, tick, wall, in.readString(), in.readVarint());
      case EventCodec.ADVANCED ->
          new LeaseEvent.Advanced(
              position, tick, wall, in.readString(), in.readVarint(), readRequest(in));
      case EventCodec.TRANSFERRED ->
          new LeaseEvent.Transferred(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              in.readVarint(),
              readRequest(in));
      case EventCodec.CONVERTED ->
          new LeaseEvent.Converted(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(Mode.class, in),
              in.readVarint(),
              readRequest(in));
      case EventCodec.CONVERSION_QUEUED ->
          new LeaseEvent.ConversionQueued(
              position, tick, wall, in.readString(), in.readVarint(), readRequest(in));
      case EventCodec.CONVERSION_FAILED ->
          new LeaseEvent.ConversionFailed(
              position, tick, wall, in.readString(), in.readString(), readRequest(in));
      default -> throw new IllegalArgumentException("no kind of event: " + tag);
    };
  }

  private static Event readOther(int tag, long position, long tick, long wall, BytesIn in) {
    return switch (tag) {
      case EventCodec.SPENT, EventCodec.SPENT_WITH_LABELS ->
          new BudgetEvent.Spent(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in),
              readLabels(tag == EventCodec.SPENT_WITH_LABELS, in));
      case EventCodec.OVERDRAWN ->
          new BudgetEvent.Overdrawn(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              Encoding.readAmounts(in));
      case EventCodec.RESERVED, EventCodec.RESERVED_WITH_LABELS ->
          new BudgetEvent.Reserved(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              readRequest(in),
              readLabels(tag == EventCodec.RESERVED_WITH_LABELS, in));
      case EventCodec.ADJUSTED ->
          new BudgetEvent.Adjusted(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              readRequest(in));
      case EventCodec.SETTLED, EventCodec.SETTLED_WITH_LABELS ->
          new BudgetEvent.Settled(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              Encoding.readEnum(SettledHow.class, in),
              readLabels(tag == EventCodec.SETTLED_WITH_LABELS, in));
      case EventCodec.MORE_REQUESTED ->
          new ApprovalEvent.MoreRequested(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in));
      case EventCodec.MORE_APPROVED ->
          new ApprovalEvent.MoreApproved(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              Encoding.readAmounts(in),
              Encoding.readAmounts(in),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.MORE_DECLINED ->
          new ApprovalEvent.MoreDeclined(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.EXTENSION_REQUESTED ->
          new ApprovalEvent.ExtensionRequested(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              readRequest(in));
      case EventCodec.EXTENSION_APPROVED ->
          new ApprovalEvent.ExtensionApproved(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.EXTENSION_DECLINED ->
          new ApprovalEvent.ExtensionDeclined(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.RECURRENCE_SET ->
          new PoolEvent.RecurrenceSet(
              position, tick, wall, in.readString(), Encoding.readRecurrence(in), readRequest(in));
      case EventCodec.COMMIT_RECORDED ->
          new LeaseEvent.CommitRecorded(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              Encoding.readStrings(in));
      case EventCodec.TOPPED_UP ->
          new PoolEvent.ToppedUp(
              position, tick, wall, in.readString(), in.readString(), Encoding.readAmounts(in));
      case EventCodec.THRESHOLD_REACHED ->
          new BudgetEvent.ThresholdReached(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              in.readInt(),
              in.readVarint(),
              in.readVarint());
      case EventCodec.OVERRUN_REPORTED ->
          new BudgetEvent.OverrunReported(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              in.readString());
      case EventCodec.REFRESHED ->
          new BudgetEvent.Refreshed(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              readRequest(in));
      case EventCodec.POOL_CREATED ->
          new PoolEvent.PoolCreated(
              position, tick, wall, in.readString(), Encoding.readAmounts(in), readRequest(in));
      case EventCodec.POOL_CHANGED ->
          new PoolEvent.PoolChanged(
              position,
              tick,
              wall,
              in.readString(),
              in.readBoolean(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in));
      case EventCodec.POOL_CONFIRMED ->
          new PoolEvent.PoolConfirmed(
              position, tick, wall, in.readString(), Encoding.readAmounts(in), readRequest(in));
      case EventCodec.PROVIDER_ADDED ->
          new AdminEvent.ProviderAdded(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(ProviderKind.class, in),
              in.readString(),
              Encoding.readKey(in),
              in.readString());
      case EventCodec.PROVIDER_KEY_ROTATED ->
          new AdminEvent.ProviderKeyRotated(
              position,
              tick,
              wall,
              in.readString(),
              in.readInt(),
              Encoding.readKey(in),
              in.readString());
      case EventCodec.PROVIDER_REMOVED ->
          new AdminEvent.ProviderRemoved(position, tick, wall, in.readString(), in.readString());
      case EventCodec.PROVIDER_KEY_REENCRYPTED ->
          new AdminEvent.ProviderKeyReencrypted(
              position, tick, wall, in.readString(), Encoding.readKey(in));
      case EventCodec.SUBSCRIBED ->
          new NoticeEvent.Subscribed(position, tick, wall, Encoding.readSubscription(in));
      case EventCodec.SUBSCRIPTION_CONFIRMED ->
          new NoticeEvent.SubscriptionConfirmed(position, tick, wall, in.readString());
      case EventCodec.UNSUBSCRIBED ->
          new NoticeEvent.Unsubscribed(position, tick, wall, in.readString(), in.readString());
      case EventCodec.SUBSCRIPTION_REENCRYPTED ->
          new NoticeEvent.SubscriptionReencrypted(
              position, tick, wall, in.readString(), Encoding.readKey(in));
      case EventCodec.NOTICES_ACKNOWLEDGED ->
          new NoticeEvent.NoticesAcknowledged(
              position, tick, wall, in.readString(), readPositions(in));
      case EventCodec.NOTICES_DROPPED ->
          new NoticeEvent.NoticesDropped(position, tick, wall, in.readString(), readPositions(in));
      case EventCodec.POLICY_ADDED ->
          new AdminEvent.PolicyAdded(position, tick, wall, Encoding.readPolicy(in));
      case EventCodec.POLICY_WITH_EXTENSIONS_ADDED ->
          new AdminEvent.PolicyAdded(
              position, tick, wall, Encoding.readPolicy(in).withExtensions());
      case EventCodec.PRUNED, EventCodec.PRUNED_TO_A_FLOOR ->
          new AdminEvent.Pruned(
              position,
              tick,
              wall,
              in.readInt(),
              in.readInt(),
              in.readInt(),
              tag == EventCodec.PRUNED);
      case EventCodec.RESTORED -> new AdminEvent.Restored(position, tick, wall);
      case EventCodec.SPACE_DECLARED ->
          new AdminEvent.SpaceDeclared(position, tick, wall, in.readString(), in.readBoolean());
      case EventCodec.TOKEN_ISSUED ->
          new AdminEvent.TokenIssued(position, tick, wall, Encoding.readToken(in));
      case EventCodec.TOKEN_REVOKED_SILENTLY ->
          new AdminEvent.TokenRevoked(position, tick, wall, in.readString(), "");
      case EventCodec.TOKEN_REVOKED ->
          new AdminEvent.TokenRevoked(position, tick, wall, in.readString(), in.readString());
      case EventCodec.HEARTBEAT_EXCUSED ->
          new LeaseEvent.HeartbeatExcused(position, tick, wall, in.readString(), in.readVarint());
      case EventCodec.ASKED -> {
        String leaseId = in.readString();
        Event.Request request = new Event.Request(in.readString(), "", 0);
        yield new LeaseEvent.Asked(position, tick, wall, leaseId, in.readString(), request);
      }
      case EventCodec.ASKED_WITH_ID -> {
        String leaseId = in.readString();
        Event.Request request = readRequest(in);
        yield new LeaseEvent.Asked(position, tick, wall, leaseId, in.readString(), request);
      }
      case EventCodec.IP_TOKEN_ISSUED ->
          new BudgetEvent.IpTokenIssued(
              position, tick, wall, in.readString(), in.readString(), in.readString());
      case EventCodec.CONFIG_CHANGED ->
          new AdminEvent.ConfigChanged(
              position, tick, wall, in.readString(), in.readString(), in.readString());
      default -> throw new IllegalArgumentException("no kind of event: " + tag);
    };
  }

  static Claim readClaim(BytesIn in) {
    return new Claim(
        in.readString(),
        in.readBoolean(),
        in.readString(),
        in.readInt(),
        in.readString(),
        Scope.ofCanonical(Encoding.readStrings(in)),
        Encoding.readEnum(Mode.class, in),
        in.readString(),
        in.readString(),
        in.readVarint(),
        in.readInt(),
        Encoding.readMap(in),
        readRequest(in),
        readRareTerms(in));
  }

  private static Claim.RareTerms readRareTerms(BytesIn in) {
    return in.readBoolean()
        ? new Claim.RareTerms(
            in.readVarint(),
            Encoding.readAuthority(in),
            in.readString(),
            Encoding.readAmounts(in),
            in.readString(),
            in.readString(),
            in.readVarint())
        : Claim.RareTerms.NONE;
  }

  private static Event.Request readRequest(BytesIn in) {
    String caller = in.readString();
    String requestId = in.readString();
    return new Event.Request(caller, requestId, requestId.isEmpty() ? 0 : in.readLong());
  }

  /** Labels that are announced are there, or the same event would have two forms. */
  private static Map<String, String> readLabels(boolean any, BytesIn in) {
    Map<String, String> labels = any ? Encoding.readMap(in) : Map.of();
    if (any && labels.isEmpty()) {
      throw new IllegalArgumentException("an event with labels that has none");
    }
    return labels;
  }

  private static List<Long> readPositions(BytesIn in) {
    int count = in.readCount();
    List<Long> positions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      positions.add(in.readVarint());
    }
    return List.copyOf(positions);
  }

  private static BudgetEnd readBudgetEnd(BytesIn in) {
    return new BudgetEnd(
        Encoding.readAmounts(in), Encoding.readAmounts(in), Encoding.readAmounts(in));
  }
}
