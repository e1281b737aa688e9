package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
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
          new Event.Granted(
              position,
              tick,
              wall,
              readClaim(in),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in));
      case EventCodec.QUEUED ->
          new Event.Queued(position, tick, wall, readClaim(in), in.readInt(), in.readVarint());
      case EventCodec.ADMITTED ->
          new Event.GrantedFromQueue(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in));
      case EventCodec.RENEWED ->
          new Event.Renewed(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readInt(),
              readRequest(in));
      case EventCodec.BEATEN ->
          new Event.HeartbeatReceived(position, tick, wall, in.readString(), readRequest(in));
      case EventCodec.EXPIRED_UNDATED, EventCodec.EXPIRED, EventCodec.EXPIRED_WITH_BUDGET ->
          new Event.Expired(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(ExpiryCause.class, in),
              in.readVarint(),
              in.readInt(),
              in.readVarint(),
              tag == EventCodec.EXPIRED_UNDATED ? Event.Expired.UNDATED : in.readVarint(),
              tag == EventCodec.EXPIRED_WITH_BUDGET ? readBudgetEnd(in) : Event.BudgetEnd.NONE);
      case EventCodec.ENDED, EventCodec.ENDED_WITH_BUDGET ->
          new Event.Ended(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(LeaseState.class, in),
              in.readString(),
              in.readString(),
              in.readVarint(),
              readRequest(in),
              tag == EventCodec.ENDED ? Event.BudgetEnd.NONE : readBudgetEnd(in));
      case EventCodec.END_PLANNED, EventCodec.END_PLANNED_WITH_TOKEN ->
          new Event.EndPlanned(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readPlannedEnd(in),
              readRequest(in),
              tag == EventCodec.END_PLANNED_WITH_TOKEN);
      case EventCodec.REMINDED ->
          new Event.Reminded(position, tick, wall, in.readString(), in.readVarint());
      case EventCodec.ADVANCED ->
          new Event.Advanced(
              position, tick, wall, in.readString(), in.readVarint(), readRequest(in));
      case EventCodec.TRANSFERRED ->
          new Event.Transferred(
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
          new Event.Converted(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(Mode.class, in),
              in.readVarint(),
              readRequest(in));
      case EventCodec.CONVERSION_QUEUED ->
          new Event.ConversionQueued(
              position, tick, wall, in.readString(), in.readVarint(), readRequest(in));
      case EventCodec.CONVERSION_FAILED ->
          new Event.ConversionFailed(
              position, tick, wall, in.readString(), in.readString(), readRequest(in));
      default -> throw new IllegalArgumentException("no kind of event: " + tag);
    };
  }

  private static Event readOther(int tag, long position, long tick, long wall, BytesIn in) {
    return switch (tag) {
      case EventCodec.SPENT, EventCodec.SPENT_WITH_LABELS ->
          new Event.Spent(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in),
              readLabels(tag == EventCodec.SPENT_WITH_LABELS, in));
      case EventCodec.OVERDRAWN ->
          new Event.Overdrawn(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              Encoding.readAmounts(in));
      case EventCodec.RESERVED, EventCodec.RESERVED_WITH_LABELS ->
          new Event.Reserved(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              readRequest(in),
              readLabels(tag == EventCodec.RESERVED_WITH_LABELS, in));
      case EventCodec.ADJUSTED ->
          new Event.Adjusted(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              readRequest(in));
      case EventCodec.SETTLED, EventCodec.SETTLED_WITH_LABELS ->
          new Event.Settled(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              Encoding.readEnum(SettledHow.class, in),
              readLabels(tag == EventCodec.SETTLED_WITH_LABELS, in));
      case EventCodec.MORE_REQUESTED ->
          new Event.MoreRequested(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in));
      case EventCodec.MORE_APPROVED ->
          new Event.MoreApproved(
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
          new Event.MoreDeclined(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.EXTENSION_REQUESTED ->
          new Event.ExtensionRequested(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              readRequest(in));
      case EventCodec.EXTENSION_APPROVED ->
          new Event.ExtensionApproved(
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
          new Event.ExtensionDeclined(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.RECURRENCE_SET ->
          new Event.RecurrenceSet(
              position, tick, wall, in.readString(), Encoding.readRecurrence(in), readRequest(in));
      case EventCodec.COMMIT_RECORDED ->
          new Event.CommitRecorded(
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
          new Event.ToppedUp(
              position, tick, wall, in.readString(), in.readString(), Encoding.readAmounts(in));
      case EventCodec.THRESHOLD_REACHED ->
          new Event.ThresholdReached(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              in.readInt(),
              in.readVarint(),
              in.readVarint());
      case EventCodec.OVERRUN_REPORTED ->
          new Event.OverrunReported(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              in.readString());
      case EventCodec.REFRESHED ->
          new Event.Refreshed(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              readRequest(in));
      case EventCodec.POOL_CREATED ->
          new Event.PoolCreated(
              position, tick, wall, in.readString(), Encoding.readAmounts(in), readRequest(in));
      case EventCodec.POOL_CHANGED ->
          new Event.PoolChanged(
              position,
              tick,
              wall,
              in.readString(),
              in.readBoolean(),
              Encoding.readAmounts(in),
              in.readString(),
              readRequest(in));
      case EventCodec.POOL_CONFIRMED ->
          new Event.PoolConfirmed(
              position, tick, wall, in.readString(), Encoding.readAmounts(in), readRequest(in));
      case EventCodec.PROVIDER_ADDED ->
          new Event.ProviderAdded(
              position,
              tick,
              wall,
              in.readString(),
              Encoding.readEnum(ProviderKind.class, in),
              in.readString(),
              Encoding.readKey(in),
              in.readString());
      case EventCodec.PROVIDER_KEY_ROTATED ->
          new Event.ProviderKeyRotated(
              position,
              tick,
              wall,
              in.readString(),
              in.readInt(),
              Encoding.readKey(in),
              in.readString());
      case EventCodec.PROVIDER_REMOVED ->
          new Event.ProviderRemoved(position, tick, wall, in.readString(), in.readString());
      case EventCodec.PROVIDER_KEY_REENCRYPTED ->
          new Event.ProviderKeyReencrypted(
              position, tick, wall, in.readString(), Encoding.readKey(in));
      case EventCodec.SUBSCRIBED ->
          new Event.Subscribed(position, tick, wall, Encoding.readSubscription(in));
      case EventCodec.SUBSCRIPTION_CONFIRMED ->
          new Event.SubscriptionConfirmed(position, tick, wall, in.readString());
      case EventCodec.UNSUBSCRIBED ->
          new Event.Unsubscribed(position, tick, wall, in.readString(), in.readString());
      case EventCodec.SUBSCRIPTION_REENCRYPTED ->
          new Event.SubscriptionReencrypted(
              position, tick, wall, in.readString(), Encoding.readKey(in));
      case EventCodec.NOTICES_ACKNOWLEDGED ->
          new Event.NoticesAcknowledged(position, tick, wall, in.readString(), readPositions(in));
      case EventCodec.NOTICES_DROPPED ->
          new Event.NoticesDropped(position, tick, wall, in.readString(), readPositions(in));
      case EventCodec.POLICY_ADDED ->
          new Event.PolicyAdded(position, tick, wall, Encoding.readPolicy(in));
      case EventCodec.POLICY_WITH_EXTENSIONS_ADDED ->
          new Event.PolicyAdded(position, tick, wall, Encoding.readPolicy(in).withExtensions());
      case EventCodec.PRUNED, EventCodec.PRUNED_TO_A_FLOOR ->
          new Event.Pruned(
              position,
              tick,
              wall,
              in.readInt(),
              in.readInt(),
              in.readInt(),
              tag == EventCodec.PRUNED);
      case EventCodec.RESTORED -> new Event.Restored(position, tick, wall);
      case EventCodec.SPACE_DECLARED ->
          new Event.SpaceDeclared(position, tick, wall, in.readString(), in.readBoolean());
      case EventCodec.TOKEN_ISSUED ->
          new Event.TokenIssued(position, tick, wall, Encoding.readToken(in));
      case EventCodec.TOKEN_REVOKED_SILENTLY ->
          new Event.TokenRevoked(position, tick, wall, in.readString(), "");
      case EventCodec.TOKEN_REVOKED ->
          new Event.TokenRevoked(position, tick, wall, in.readString(), in.readString());
      case EventCodec.HEARTBEAT_EXCUSED ->
          new Event.HeartbeatExcused(position, tick, wall, in.readString(), in.readVarint());
      case EventCodec.ASKED -> {
        String leaseId = in.readString();
        Event.Request request = new Event.Request(in.readString(), "", 0);
        yield new Event.Asked(position, tick, wall, leaseId, in.readString(), request);
      }
      case EventCodec.ASKED_WITH_ID -> {
        String leaseId = in.readString();
        Event.Request request = readRequest(in);
        yield new Event.Asked(position, tick, wall, leaseId, in.readString(), request);
      }
      case EventCodec.IP_TOKEN_ISSUED ->
          new Event.IpTokenIssued(
              position, tick, wall, in.readString(), in.readString(), in.readString());
      case EventCodec.CONFIG_CHANGED ->
          new Event.ConfigChanged(
              position, tick, wall, in.readString(), in.readString(), in.readString());
      default -> throw new IllegalArgumentException("no kind of event: " + tag);
    };
  }

  static Event.Claim readClaim(BytesIn in) {
    return new Event.Claim(
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

  private static Event.RareTerms readRareTerms(BytesIn in) {
    return in.readBoolean()
        ? new Event.RareTerms(
            in.readVarint(),
            Encoding.readAuthority(in),
            in.readString(),
            Encoding.readAmounts(in),
            in.readString(),
            in.readString(),
            in.readVarint())
        : Event.RareTerms.NONE;
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

  private static Event.BudgetEnd readBudgetEnd(BytesIn in) {
    return new Event.BudgetEnd(
        Encoding.readAmounts(in), Encoding.readAmounts(in), Encoding.readAmounts(in));
  }
}
