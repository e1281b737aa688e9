package dev.leasehold.node.tools;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.JournalReader;
import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * Where positions have to go on after a restore, so that no token is given twice: not by the server
 * that wrote the backup and went on, and not by others that were restored from it or from any other
 * backup of it.
 *
 * <p>Every second of the calendar has 2^20 positions of its own, more than a server gives out in a
 * second for long, and a restore begins at those of its second. So it begins above every server
 * that ran and every restore that was done before, wherever that was, as long as the wall clocks
 * are in order. If they are not, two more floors hold: what the backup's own record says of
 * restores from it, and the journal that is being replaced.
 */
final class RestoredPositions {

  /** In the backup: a line for each restore from it, with the position it began at. */
  static final String RECORD = "restores";

  private static final int POSITIONS_PER_SECOND_BITS = 20;
  private static final long MAX_RECORD_BYTES = 1 << 20;

  private RestoredPositions() {}

  /**
   * @param lastTime when the newest block of the backup was written
   */
  static long atLeast(Path backup, Path dataDirectory, Instant lastTime, Instant now) {
    long second = Math.max(now.getEpochSecond(), lastTime.getEpochSecond());
    long bySecond =
        Math.min(Math.max(second, 0), Limits.MAX_RESTORE_POSITION >> POSITIONS_PER_SECOND_BITS)
            << POSITIONS_PER_SECOND_BITS;
    long known = Math.max(recorded(backup), lastPosition(dataDirectory));
    long beyondKnown = known == 0 ? 0 : known + Limits.RESTORE_POSITION_LIFT;
    return Math.min(Math.max(bySecond, beyondKnown), Limits.MAX_RESTORE_POSITION);
  }

  /** Records a restore in the backup, before the restored journal can be used. */
  static void record(Path backup, long position, Instant now) throws IOException {
    Path file = backup.resolve(RECORD);
    OwnerOnly.file(file);
    Files.writeString(file, position + " " + now + "\n", StandardOpenOption.APPEND);
    OwnerOnly.sync(file);
  }

  private static long recorded(Path backup) {
    Path file = backup.resolve(RECORD);
    try {
      if (Files.notExists(file) || Files.size(file) > MAX_RECORD_BYTES) {
        return 0;
      }
      try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
        return lines
            .map(line -> line.split(" ", 2)[0])
            .filter(text -> text.matches("[0-9]{1,18}|[0-8][0-9]{18}"))
            .mapToLong(Long::parseLong)
            .filter(position -> position <= Limits.MAX_RESTORE_POSITION)
            .max()
            .orElse(0);
      }
    } catch (IOException | RuntimeException e) {
      return 0; // the calendar holds without it
    }
  }

  /** The position of a journal that is about to be replaced, if it can be read at all. */
  private static long lastPosition(Path dataDirectory) {
    try (JournalReader reader = JournalReader.open(dataDirectory)) {
      return Math.min(reader.newestPosition(), Limits.MAX_RESTORE_POSITION);
    } catch (IOException e) {
      return 0; // damaged or not there, which is why there is a restore
    }
  }
}
