package dev.leasehold.node.tools;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints a journal, one line for each event.
 *
 * @param from the first position
 * @param to the last position
 * @param leaseId only what concerns this lease; empty for everything
 * @param json one object a line, instead of words
 */
public record JournalPrint(long from, long to, String leaseId, boolean json) {

  private static final String NO_LEASE = "-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final class Enough extends IOException {}

  /**
   * Hands over the lines.
   *
   * @return a remark beside the lines; empty if there is none
   * @throws IOException with a sentence, also if the journal is damaged, after the lines before
   *     that
   */
  public String print(Path directory, Consumer<String> lines) throws IOException {
    try (JournalReader reader = JournalReader.open(directory)) {
      try {
        reader.readFrom(from, (block, events) -> print(block, events, lines));
      } catch (Enough e) {
        return "";
      }
      Block cutOff = reader.cutOff();
      return cutOff == null ? "" : Verification.noteOn(cutOff);
    }
  }

  private void print(Block block, List<Event> events, Consumer<String> lines) throws Enough {
    for (Event event : events) {
      if (event.position() > to) {
        throw new Enough();
      }
      if (event.position() >= from && concernsLease(event)) {
        lines.accept(line(block, event));
      }
    }
  }

  private boolean concernsLease(Event event) {
    return leaseId.isEmpty()
        || (event instanceof Event.OfLease one && one.leaseId().equals(leaseId))
        || (event instanceof LeaseEvent.Transferred passed && passed.newLeaseId().equals(leaseId));
  }

  private String line(Block block, Event event) {
    if (json) {
      return JsonText.of(EventFields.of(block.number(), event));
    }
    EventWords words = EventWords.of(event);
    String lease = event instanceof Event.OfLease one ? one.leaseId() : NO_LEASE;
    return JsonText.printable(
            "%6d  %s  %12s  %-13s %-36s  %s"
                .formatted(
                    event.position(),
                    TIME.format(EventFields.time(event.wallNanos())),
                    "tick " + EventWords.seconds(event.tick()),
                    words.verb(),
                    lease,
                    words.detail()))
        .stripTrailing();
  }
}
