package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import org.jspecify.annotations.Nullable;

/** The bytes of events of the budgets of leases. */
final class BudgetEventCodec {

  private BudgetEventCodec() {}

  static void write(BudgetEvent event, BytesOut out) {
    switch (event) {
      case BudgetEvent.IpTokenIssued e -> {
        EventParts.writeHead(EventCodec.IP_TOKEN_ISSUED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.tokenId());
        out.writeString(e.secretHash());
      }
      case BudgetEvent.Spent e -> {
        EventParts.writeHead(
            e.labels().isEmpty() ? EventCodec.SPENT : EventCodec.SPENT_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.note());
        EventParts.writeRequest(e.request(), out);
        EventParts.writeLabels(e.labels(), out);
      }
      case BudgetEvent.Overdrawn e -> {
        EventParts.writeHead(EventCodec.OVERDRAWN, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.asked(), out);
        Encoding.writeAmounts(e.rest(), out);
      }
      case BudgetEvent.ThresholdReached e -> {
        EventParts.writeHead(EventCodec.THRESHOLD_REACHED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.unit());
        out.writeVarint(e.percent());
        out.writeVarint(e.spent());
        out.writeVarint(e.granted());
      }
      case BudgetEvent.Reserved e -> {
        EventParts.writeHead(
            e.labels().isEmpty() ? EventCodec.RESERVED : EventCodec.RESERVED_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeVarint(e.deadlineTick());
        EventParts.writeRequest(e.request(), out);
        EventParts.writeLabels(e.labels(), out);
      }
      case BudgetEvent.Adjusted e -> {
        EventParts.writeHead(EventCodec.ADJUSTED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.amounts(), out);
        EventParts.writeRequest(e.request(), out);
      }
      case BudgetEvent.Settled e -> {
        EventParts.writeHead(
            e.labels().isEmpty() ? EventCodec.SETTLED : EventCodec.SETTLED_WITH_LABELS, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.spent(), out);
        out.writeByte(e.how().ordinal());
        EventParts.writeLabels(e.labels(), out);
      }
      case BudgetEvent.OverrunReported e -> {
        EventParts.writeHead(EventCodec.OVERRUN_REPORTED, e, out);
        out.writeString(e.leaseId());
        out.writeString(e.reservationId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.reporter());
      }
      case BudgetEvent.Refreshed e -> {
        EventParts.writeHead(EventCodec.REFRESHED, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.added(), out);
        out.writeVarint(e.deadlineTick());
        EventParts.writeRequest(e.request(), out);
      }
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable BudgetEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.IP_TOKEN_ISSUED ->
          new BudgetEvent.IpTokenIssued(at, in.readString(), in.readString(), in.readString());
      case EventCodec.SPENT, EventCodec.SPENT_WITH_LABELS ->
          new BudgetEvent.Spent(
              at,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              EventParts.readRequest(in),
              EventParts.readLabels(tag == EventCodec.SPENT_WITH_LABELS, in));
      case EventCodec.OVERDRAWN ->
          new BudgetEvent.Overdrawn(
              at, in.readString(), Encoding.readAmounts(in), Encoding.readAmounts(in));
      case EventCodec.THRESHOLD_REACHED ->
          new BudgetEvent.ThresholdReached(
              at, in.readString(), in.readString(), in.readInt(), in.readVarint(), in.readVarint());
      case EventCodec.RESERVED, EventCodec.RESERVED_WITH_LABELS ->
          new BudgetEvent.Reserved(
              at,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              EventParts.readRequest(in),
              EventParts.readLabels(tag == EventCodec.RESERVED_WITH_LABELS, in));
      case EventCodec.ADJUSTED ->
          new BudgetEvent.Adjusted(
              at,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              EventParts.readRequest(in));
      case EventCodec.SETTLED, EventCodec.SETTLED_WITH_LABELS ->
          new BudgetEvent.Settled(
              at,
              in.readString(),
              in.readString(),
              Encoding.readAmounts(in),
              Encoding.readEnum(SettledHow.class, in),
              EventParts.readLabels(tag == EventCodec.SETTLED_WITH_LABELS, in));
      case EventCodec.OVERRUN_REPORTED ->
          new BudgetEvent.OverrunReported(
              at, in.readString(), in.readString(), Encoding.readAmounts(in), in.readString());
      case EventCodec.REFRESHED ->
          new BudgetEvent.Refreshed(
              at,
              in.readString(),
              Encoding.readAmounts(in),
              in.readVarint(),
              EventParts.readRequest(in));
      default -> null;
    };
  }
}
