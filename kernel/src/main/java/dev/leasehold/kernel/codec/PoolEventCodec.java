package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import org.jspecify.annotations.Nullable;

/** The bytes of events of pools. */
final class PoolEventCodec {

  private PoolEventCodec() {}

  static void write(PoolEvent event, BytesOut out) {
    switch (event) {
      case PoolEvent.PoolCreated e -> {
        EventParts.writeHead(EventCodec.POOL_CREATED, e, out);
        out.writeString(e.poolId());
        Encoding.writeAmounts(e.amounts(), out);
        EventParts.writeRequest(e.request(), out);
      }
      case PoolEvent.PoolChanged e -> {
        EventParts.writeHead(EventCodec.POOL_CHANGED, e, out);
        out.writeString(e.poolId());
        out.writeBoolean(e.deposit());
        Encoding.writeAmounts(e.amounts(), out);
        out.writeString(e.reason());
        EventParts.writeRequest(e.request(), out);
      }
      case PoolEvent.PoolConfirmed e -> {
        EventParts.writeHead(EventCodec.POOL_CONFIRMED, e, out);
        out.writeString(e.poolId());
        Encoding.writeAmounts(e.spent(), out);
        EventParts.writeRequest(e.request(), out);
      }
      case PoolEvent.RecurrenceSet e -> {
        EventParts.writeHead(EventCodec.RECURRENCE_SET, e, out);
        out.writeString(e.poolId());
        Encoding.writeRecurrence(e.recurrence(), out);
        EventParts.writeRequest(e.request(), out);
      }
      case PoolEvent.ToppedUp e -> {
        EventParts.writeHead(EventCodec.TOPPED_UP, e, out);
        out.writeString(e.poolId());
        out.writeString(e.period());
        Encoding.writeAmounts(e.added(), out);
      }
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable PoolEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.POOL_CREATED ->
          new PoolEvent.PoolCreated(
              at, in.readString(), Encoding.readAmounts(in), EventParts.readRequest(in));
      case EventCodec.POOL_CHANGED ->
          new PoolEvent.PoolChanged(
              at,
              in.readString(),
              in.readBoolean(),
              Encoding.readAmounts(in),
              in.readString(),
              EventParts.readRequest(in));
      case EventCodec.POOL_CONFIRMED ->
          new PoolEvent.PoolConfirmed(
              at, in.readString(), Encoding.readAmounts(in), EventParts.readRequest(in));
      case EventCodec.RECURRENCE_SET ->
          new PoolEvent.RecurrenceSet(
              at, in.readString(), Encoding.readRecurrence(in), EventParts.readRequest(in));
      case EventCodec.TOPPED_UP ->
          new PoolEvent.ToppedUp(at, in.readString(), in.readString(), Encoding.readAmounts(in));
      default -> null;
    };
  }
}
