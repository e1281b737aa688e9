package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.NoticeEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of events of notices and subscriptions. */
final class NoticeEventCodec {

  private NoticeEventCodec() {}

  static void write(NoticeEvent event, BytesOut out) {
    switch (event) {
      case NoticeEvent.NoticesAcknowledged e -> {
        EventParts.writeHead(EventCodec.NOTICES_ACKNOWLEDGED, e, out);
        out.writeString(e.holder());
        writePositions(e.positions(), out);
      }
      case NoticeEvent.NoticesDropped e -> {
        EventParts.writeHead(EventCodec.NOTICES_DROPPED, e, out);
        out.writeString(e.holder());
        writePositions(e.positions(), out);
      }
      case NoticeEvent.Subscribed e -> {
        EventParts.writeHead(EventCodec.SUBSCRIBED, e, out);
        Encoding.writeSubscription(e.subscription(), out);
      }
      case NoticeEvent.SubscriptionConfirmed e -> {
        EventParts.writeHead(EventCodec.SUBSCRIPTION_CONFIRMED, e, out);
        out.writeString(e.id());
      }
      case NoticeEvent.Unsubscribed e -> {
        EventParts.writeHead(EventCodec.UNSUBSCRIBED, e, out);
        out.writeString(e.id());
        out.writeString(e.removedBy());
      }
      case NoticeEvent.SubscriptionReencrypted e -> {
        EventParts.writeHead(EventCodec.SUBSCRIPTION_REENCRYPTED, e, out);
        out.writeString(e.id());
        Encoding.writeKey(e.secret(), out);
      }
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable NoticeEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.NOTICES_ACKNOWLEDGED ->
          new NoticeEvent.NoticesAcknowledged(at, in.readString(), readPositions(in));
      case EventCodec.NOTICES_DROPPED ->
          new NoticeEvent.NoticesDropped(at, in.readString(), readPositions(in));
      case EventCodec.SUBSCRIBED -> new NoticeEvent.Subscribed(at, Encoding.readSubscription(in));
      case EventCodec.SUBSCRIPTION_CONFIRMED ->
          new NoticeEvent.SubscriptionConfirmed(at, in.readString());
      case EventCodec.UNSUBSCRIBED ->
          new NoticeEvent.Unsubscribed(at, in.readString(), in.readString());
      case EventCodec.SUBSCRIPTION_REENCRYPTED ->
          new NoticeEvent.SubscriptionReencrypted(at, in.readString(), Encoding.readKey(in));
      default -> null;
    };
  }

  private static void writePositions(List<Long> positions, BytesOut out) {
    out.writeVarint(positions.size());
    positions.forEach(out::writeVarint);
  }

  private static List<Long> readPositions(BytesIn in) {
    int count = in.readCount();
    List<Long> positions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      positions.add(in.readVarint());
    }
    return List.copyOf(positions);
  }
}
