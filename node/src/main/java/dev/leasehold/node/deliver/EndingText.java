package dev.leasehold.node.deliver;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.node.publish.Publication;
import java.util.Optional;

/**
 * A text for a chat that speaks of an end to come, and is no news once that has come or has moved.
 *
 * @param endTick the end that it speaks of
 */
record EndingText(String leaseId, long endTick, String text) {

  /** Empty if the publication speaks of no end to come. */
  static Optional<EndingText> of(Publication publication, String text) {
    return publication instanceof Publication.OfEvent fact
        ? switch (fact.event()) {
          case LeaseEvent.Reminded e ->
              Optional.of(new EndingText(e.leaseId(), e.tick() + e.leftNanos(), text));
          case LeaseEvent.EndPlanned e ->
              Optional.of(new EndingText(e.leaseId(), e.end().tick(), text));
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  byte[] write() {
    BytesOut out = new BytesOut();
    out.writeString(leaseId);
    out.writeVarint(endTick);
    out.writeString(text);
    return out.toByteArray();
  }

  static EndingText read(byte[] bytes) {
    BytesIn in = new BytesIn(bytes);
    return new EndingText(in.readString(), in.readVarint(), in.readString());
  }
}
