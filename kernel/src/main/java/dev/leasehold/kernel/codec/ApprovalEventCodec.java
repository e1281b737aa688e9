package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import org.jspecify.annotations.Nullable;

/** The bytes of requests to admins for more, and of their decisions. */
final class ApprovalEventCodec {

  private ApprovalEventCodec() {}

  static void write(ApprovalEvent event, BytesOut out) {
    switch (event) {
      case ApprovalEvent.MoreRequested e -> {
        EventParts.writeHead(EventCodec.MORE_REQUESTED, e, out);
        out.writeString(e.leaseId());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.justification());
        EventParts.writeRequest(e.request(), out);
      }
      case ApprovalEvent.MoreApproved e -> {
        EventParts.writeHead(EventCodec.MORE_APPROVED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        Encoding.writeAmounts(e.amounts(), out);
        Encoding.writeAmounts(e.deposited(), out);
        out.writeVarint(e.deadlineTick());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.MoreDeclined e -> {
        EventParts.writeHead(EventCodec.MORE_DECLINED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.ExtensionRequested e -> {
        EventParts.writeHead(EventCodec.EXTENSION_REQUESTED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.ttlNanos());
        out.writeString(e.justification());
        EventParts.writeRequest(e.request(), out);
      }
      case ApprovalEvent.ExtensionApproved e -> {
        EventParts.writeHead(EventCodec.EXTENSION_APPROVED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeVarint(e.ttlNanos());
        out.writeVarint(e.deadlineTick());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
      case ApprovalEvent.ExtensionDeclined e -> {
        EventParts.writeHead(EventCodec.EXTENSION_DECLINED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.requested());
        out.writeString(e.reason());
        out.writeString(e.by());
      }
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable ApprovalEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.MORE_REQUESTED ->
          new ApprovalEvent.MoreRequested(
              at,
              in.readString(),
              Encoding.readAmounts(in),
              in.readString(),
              EventParts.readRequest(in));
      case EventCodec.MORE_APPROVED ->
          new ApprovalEvent.MoreApproved(
              at,
              in.readString(),
              in.readVarint(),
              Encoding.readAmounts(in),
              Encoding.readAmounts(in),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.MORE_DECLINED ->
          new ApprovalEvent.MoreDeclined(
              at, in.readString(), in.readVarint(), in.readString(), in.readString());
      case EventCodec.EXTENSION_REQUESTED ->
          new ApprovalEvent.ExtensionRequested(
              at, in.readString(), in.readVarint(), in.readString(), EventParts.readRequest(in));
      case EventCodec.EXTENSION_APPROVED ->
          new ApprovalEvent.ExtensionApproved(
              at,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readVarint(),
              in.readString(),
              in.readString());
      case EventCodec.EXTENSION_DECLINED ->
          new ApprovalEvent.ExtensionDeclined(
              at, in.readString(), in.readVarint(), in.readString(), in.readString());
      default -> null;
    };
  }
}
