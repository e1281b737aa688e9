package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal that was changed is refused, with the place, and never read around. */
@Timeout(900)
class DamagedJournalIT {

  private static LoadedDirectory stopped;

  @TempDir private Path scratch;
  private Path data;

  @BeforeAll
  static void loadAndStop(@TempDir Path directory) throws Exception {
    stopped = LoadedDirectory.stopped(directory.resolve("data"), 1);
  }

  @BeforeEach
  void copy() throws IOException {
    data = stopped.copyTo(scratch.resolve("data"));
  }

  @Test
  void aFlippedByteInABlockIsRefused() throws Exception {
    JournalRows.Row changed;
    try (JournalRows rows = JournalRows.open(data)) {
      changed = rows.middle();
      rows.replaceEvents(changed, flipped(changed.events(), changed.events().length / 2));
    }
    assertRefused(changed);
  }

  @Test
  void aFlippedByteInTheLastBlockIsRefusedToo() throws Exception {
    JournalRows.Row changed;
    try (JournalRows rows = JournalRows.open(data)) {
      changed = rows.last();
      rows.replaceEvents(changed, flipped(changed.events(), 0));
    }
    assertRefused(changed);
  }

  @Test
  void aFlippedByteInTheFileIsRefusedAndTheFileIsLeftAsItIs() throws Exception {
    JournalRows.Row changed;
    try (JournalRows rows = JournalRows.open(data)) {
      changed = rows.middle();
    }
    Path file = data.resolve("journal.db");
    byte[] intact = Files.readAllBytes(file);
    int at = indexOf(intact, changed.events());
    byte[] damaged = flipped(intact, at + changed.events().length / 2);
    Files.write(file, damaged);

    assertRefused(changed);

    assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
  }

  @Test
  void aBlockThatIsMissingIsRefused() throws Exception {
    JournalRows.Row missing;
    try (JournalRows rows = JournalRows.open(data)) {
      missing = rows.middle();
      rows.delete(missing);
    }
    assertRefused(missing);
  }

  /** The tables miss it, and without them the clock does, which has seen it. */
  @Test
  void aLastBlockThatIsMissingIsRefused() throws Exception {
    JournalRows.Row missing;
    try (JournalRows rows = JournalRows.open(data)) {
      missing = rows.last();
      rows.delete(missing);
    }
    LoadedDirectory.assertRefused(data).says("leasehold.db knows of position");
    Files.delete(data.resolve("leasehold.db"));
    assertRefused(missing);
  }

  @Test
  void aBlockInTheMiddleThatWasCutOffIsRefused() throws Exception {
    JournalRows.Row cut;
    try (JournalRows rows = JournalRows.open(data)) {
      cut = rows.middle();
      rows.replaceEvents(cut, Arrays.copyOf(cut.events(), cut.events().length / 2));
    }
    assertRefused(cut);
  }

  private void assertRefused(JournalRows.Row row) {
    LoadedDirectory.assertNotStarted(data)
        .says("block " + row.number() + " (position " + row.firstPosition() + ")");
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at] ^= 0x10;
    return changed;
  }

  private static int indexOf(byte[] file, byte[] part) {
    for (int at = 0; at + part.length <= file.length; at++) {
      if (Arrays.equals(file, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new IllegalStateException("not in one piece");
  }
}
