package dev.leasehold.kernel;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.Event;
import java.util.ArrayList;
import java.util.List;

/** Events one after the other as a journal has them. */
final class EventBytes {

  private EventBytes() {}

  static byte[] encode(List<Event> events) {
    BytesOut out = new BytesOut();
    events.forEach(event -> EventCodec.write(event, out));
    return out.toByteArray();
  }

  static List<Event> decode(byte[] bytes) {
    List<Event> events = new ArrayList<>();
    BytesIn in = new BytesIn(bytes);
    while (in.hasRemaining()) {
      events.add(EventCodec.read(in));
    }
    return events;
  }
}
