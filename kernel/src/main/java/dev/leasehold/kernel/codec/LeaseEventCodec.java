package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.ExpiryCause;
import org.jspecify.annotations.Nullable;

/** The bytes of events of leases. */
final class LeaseEventCodec {

  private LeaseEventCodec() {}

  static void write(LeaseEvent event, BytesOut out) {
    switch (event) {
      case LeaseEvent.Granted e -> {
        EventParts.writeHead(EventCodec.GRANTED, e, out);
        EventParts.writeClaim(e.claim(), out);
        out.writeVarint(e.epoch());
        out.writeVarint(e.deadlineTick());
        Encoding.writeAmounts(e.budget(), out);
      }
      case LeaseEvent.Queued e -> {
        EventParts.writeHead(EventCodec.QUEUED, e, out);
        EventParts.writeClaim(e.claim(), out);
        out.writeVarint(e.priority());
        out.writeVarint(e.waitDeadlineTick());
      }
      case LeaseEvent.GrantedFromQueue e -> {
        EventParts.writeHead(EventCodec.GRANTED_FROM_QUEUE, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.epoch());
        out.writeVarint(e.deadlineTick());
        Encoding.writeAmounts(e.budget(), out);
      }
      case LeaseEvent.Renewed e -> {
        EventParts.writeHead(EventCodec.RENEWED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.deadlineTick());
        out.writeVarint(e.ttlNanos());
        out.writeVarint(e.renewalCount());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.HeartbeatReceived e -> {
        EventParts.writeHead(EventCodec.HEARTBEAT_RECEIVED, e, out);
        out.writeString(e.leaseId());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.HeartbeatExcused e -> {
        EventParts.writeHead(EventCodec.HEARTBEAT_EXCUSED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.deadlineTick());
      }
      case LeaseEvent.Advanced e -> {
        EventParts.writeHead(EventCodec.ADVANCED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.epoch());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.Converted e -> {
        EventParts.writeHead(EventCodec.CONVERTED, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.mode().ordinal());
        out.writeVarint(e.epoch());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.ConversionQueued e -> {
        EventParts.writeHead(EventCodec.CONVERSION_QUEUED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.waitDeadlineTick());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.ConversionFailed e -> {
        EventParts.writeHead(EventCodec.CONVERSION_FAILED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reason());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.Transferred e -> {
        EventParts.writeHead(EventCodec.TRANSFERRED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.newLeaseId());
        out.writeString(e.toHolder());
        out.writeString(e.note());
        out.writeVarint(e.epoch());
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.Asked e -> {
        boolean plain = e.request().requestId().isEmpty();
        EventParts.writeHead(plain ? EventCodec.ASKED : EventCodec.ASKED_WITH_ID, e, out);
        out.writeString(e.leaseId());
        if (plain) {
          out.writeString(e.asker());
        } else {
          EventParts.writeRequest(e.request(), out);
        }
        out.writeString(e.note());
      }
      case LeaseEvent.Reminded e -> {
        EventParts.writeHead(EventCodec.REMINDED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.leftNanos());
      }
      case LeaseEvent.EndPlanned e -> {
        EventParts.writeHead(
            e.revokesToken() ? EventCodec.END_PLANNED_WITH_TOKEN : EventCodec.END_PLANNED, e, out);
        out.writeString(e.leaseId());
        Encoding.writePlannedEnd(e.end(), out);
        EventParts.writeRequest(e.request(), out);
      }
      case LeaseEvent.Expired e -> {
        boolean rich = !e.budget().equals(BudgetEnd.NONE);
        boolean dated = rich || e.endedWallNanos() != LeaseEvent.Expired.UNDATED;
        EventParts.writeHead(
            rich
                ? EventCodec.EXPIRED_WITH_BUDGET
                : dated ? EventCodec.EXPIRED : EventCodec.EXPIRED_UNDATED,
            e,
            out);
        out.writeString(e.leaseId());
        out.writeByte(e.cause().ordinal());
        out.writeVarint(e.endedTick());
        out.writeVarint(e.renewalCount());
        out.writeVarint(e.graceEndTick());
        if (dated) {
          out.writeVarint(e.endedWallNanos());
        }
        if (rich) {
          EventParts.writeBudgetEnd(e.budget(), out);
        }
      }
      case LeaseEvent.Ended e -> {
        boolean plain = e.budget().equals(BudgetEnd.NONE);
        EventParts.writeHead(plain ? EventCodec.ENDED : EventCodec.ENDED_WITH_BUDGET, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.state().ordinal());
        out.writeString(e.reason());
        out.writeString(e.endedBy());
        out.writeVarint(e.endedTick());
        EventParts.writeRequest(e.request(), out);
        if (!plain) {
          EventParts.writeBudgetEnd(e.budget(), out);
        }
      }
      case LeaseEvent.CommitRecorded e -> {
        EventParts.writeHead(EventCodec.COMMIT_RECORDED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.commit());
        out.writeString(e.holder());
        out.writeString(e.space());
        out.writeString(e.path());
        Encoding.writeStrings(e.told(), out);
      }
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable LeaseEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.GRANTED ->
          new LeaseEvent.Granted(
              at,
              EventParts.readClaim(in),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in));
      case EventCodec.QUEUED ->
          new LeaseEvent.Queued(at, EventParts.readClaim(in), in.readInt(), in.readVarint());
      case EventCodec.GRANTED_FROM_QUEUE ->
          new LeaseEvent.GrantedFromQueue(
              at, in.readString(), in.readVarint(), in.readVarint(), Encoding.readAmounts(in));
      case EventCodec.RENEWED ->
          new LeaseEvent.Renewed(
              at,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readInt(),
              EventParts.readRequest(in));
      case EventCodec.HEARTBEAT_RECEIVED ->
          new LeaseEvent.HeartbeatReceived(at, in.readString(), EventParts.readRequest(in));
      case EventCodec.HEARTBEAT_EXCUSED ->
          new LeaseEvent.HeartbeatExcused(at, in.readString(), in.readVarint());
      case EventCodec.ADVANCED ->
          new LeaseEvent.Advanced(at, in.readString(), in.readVarint(), EventParts.readRequest(in));
      case EventCodec.CONVERTED ->
          new LeaseEvent.Converted(
              at,
              in.readString(),
              Encoding.readEnum(Mode.class, in),
              in.readVarint(),
              EventParts.readRequest(in));
      case EventCodec.CONVERSION_QUEUED ->
          new LeaseEvent.ConversionQueued(
              at, in.readString(), in.readVarint(), EventParts.readRequest(in));
      case EventCodec.CONVERSION_FAILED ->
          new LeaseEvent.ConversionFailed(
              at, in.readString(), in.readString(), EventParts.readRequest(in));
      case EventCodec.TRANSFERRED ->
          new LeaseEvent.Transferred(
              at,
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              in.readVarint(),
              EventParts.readRequest(in));
      case EventCodec.ASKED -> {
        String leaseId = in.readString();
        Event.Request request = new Event.Request(in.readString(), "", 0);
        yield new LeaseEvent.Asked(at, leaseId, in.readString(), request);
      }
      case EventCodec.ASKED_WITH_ID -> {
        String leaseId = in.readString();
        Event.Request request = EventParts.readRequest(in);
        yield new LeaseEvent.Asked(at, leaseId, in.readString(), request);
      }
      case EventCodec.REMINDED -> new LeaseEvent.Reminded(at, in.readString(), in.readVarint());
      case EventCodec.END_PLANNED, EventCodec.END_PLANNED_WITH_TOKEN ->
          new LeaseEvent.EndPlanned(
              at,
              in.readString(),
              Encoding.readPlannedEnd(in),
              EventParts.readRequest(in),
              tag == EventCodec.END_PLANNED_WITH_TOKEN);
      case EventCodec.EXPIRED_UNDATED, EventCodec.EXPIRED, EventCodec.EXPIRED_WITH_BUDGET ->
          new LeaseEvent.Expired(
              at,
              in.readString(),
              Encoding.readEnum(ExpiryCause.class, in),
              in.readVarint(),
              in.readInt(),
              in.readVarint(),
              tag == EventCodec.EXPIRED_UNDATED ? LeaseEvent.Expired.UNDATED : in.readVarint(),
              tag == EventCodec.EXPIRED_WITH_BUDGET
                  ? EventParts.readBudgetEnd(in)
                  : BudgetEnd.NONE);
      case EventCodec.ENDED, EventCodec.ENDED_WITH_BUDGET ->
          new LeaseEvent.Ended(
              at,
              in.readString(),
              Encoding.readEnum(LeaseState.class, in),
              in.readString(),
              in.readString(),
              in.readVarint(),
              EventParts.readRequest(in),
              tag == EventCodec.ENDED ? BudgetEnd.NONE : EventParts.readBudgetEnd(in));
      case EventCodec.COMMIT_RECORDED ->
          new LeaseEvent.CommitRecorded(
              at,
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              in.readString(),
              Encoding.readStrings(in));
      default -> null;
    };
  }
}
