package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The state after a crash, made by copying the files of a journal that is still open: the copy is
 * what a process that was killed at that moment would have left.
 */
class SqliteCrashTest {

  private static final int BLOCKS = 8;
  private static final int WAL_HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;
  private static final int FRAME_BYTES = FRAME_HEADER_BYTES + 4_096;

  @TempDir Path live;
  @TempDir Path copy;
  private SqliteJournal journal;

  @BeforeEach
  void write() throws IOException {
    journal = SqliteJournal.open(live.resolve("journal.db"));
    journal.replay(event -> {});
    for (int i = 0; i < BLOCKS - 1; i++) {
      journal.append(JournalContract.nextBlock(journal.head()));
    }
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private byte[] wal() throws IOException {
    return Files.readAllBytes(live.resolve("journal.db-wal"));
  }

  private byte[] database() throws IOException {
    return Files.readAllBytes(live.resolve("journal.db"));
  }

  private List<Long> positionsOf(byte[] database, byte[] wal) throws IOException {
    Files.write(copy.resolve("journal.db"), database);
    Files.write(copy.resolve("journal.db-wal"), wal);
    List<Long> positions = new ArrayList<>();
    try (SqliteJournal opened = SqliteJournal.open(copy.resolve("journal.db"))) {
      opened.replay(event -> positions.add(event.position()));
    }
    return positions;
  }

  private static List<Long> positionsOfBlocks(int blocks) {
    return LongStream.rangeClosed(1, 2L * blocks).boxed().toList();
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at] ^= 0x04;
    return changed;
  }

  @Test
  void everythingAppendedSurvivesAKill() throws IOException {
    journal.append(JournalContract.nextBlock(journal.head()));
    assertThat(positionsOf(database(), wal())).isEqualTo(positionsOfBlocks(BLOCKS));
  }

  @Test
  void everythingAppendedSurvivesAKillWhenTheLogWasMovedInBetween() throws IOException {
    while (journal.head().block() < 2_000) {
      journal.append(JournalContract.nextBlock(journal.head()));
      journal.tidy();
    }
    assertThat(database().length).isGreaterThan(100_000);
    assertThat(positionsOf(database(), wal())).isEqualTo(positionsOfBlocks(2_000));
  }

  @Test
  void aTornCommitTakesNothingElseWithIt() throws IOException {
    int before = wal().length;
    journal.append(JournalContract.nextBlock(journal.head()));
    byte[] wal = wal();
    for (int length = before; length < wal.length; length += 97) {
      assertThat(positionsOf(database(), Arrays.copyOf(wal, length)))
          .as("the log cut at %d", length)
          .isEqualTo(positionsOfBlocks(BLOCKS - 1));
    }
    assertThat(positionsOf(database(), flipped(wal, wal.length - 1)))
        .isEqualTo(positionsOfBlocks(BLOCKS - 1));
  }

  @Test
  void aByteOfTheLogThatChangedBeforeTheLastCommitIsRefused() throws IOException {
    int before = wal().length;
    journal.append(JournalContract.nextBlock(journal.head()));
    byte[] wal = wal();
    for (int at = 0; at < before; at++) {
      int inFrame = (at - WAL_HEADER_BYTES) % FRAME_BYTES;
      boolean inHeader = inFrame < FRAME_HEADER_BYTES;
      boolean endsTheCommitBefore = inFrame / 4 == 1 && before - at < FRAME_BYTES;
      if ((inHeader && !endsTheCommitBefore) || inFrame % 500 == 0) {
        byte[] damaged = flipped(wal, at);
        assertThatExceptionOfType(JournalDamagedException.class)
            .as("byte %d", at)
            .isThrownBy(() -> positionsOf(database(), damaged))
            .withMessageContaining("journal.db-wal was changed near byte");
      }
    }
  }

  @Test
  void nothingOfATornCommitStaysBehind() throws IOException {
    Files.write(copy.resolve("journal.db"), database());
    Files.write(copy.resolve("journal.db-wal"), flipped(wal(), wal().length - 1));
    try (SqliteJournal opened = SqliteJournal.open(copy.resolve("journal.db"))) {
      opened.replay(event -> {});
      assertThat(copy.resolve("journal.db-wal")).isEmptyFile();
      opened.append(JournalContract.nextBlock(opened.head()));
      assertThat(opened.head().block()).isEqualTo(BLOCKS - 1);
    }
  }

  @Test
  void noByteOfTheMainFileChangesUnnoticed() throws IOException {
    journal.append(JournalContract.nextBlock(journal.head()));
    journal.mark(new ClockMark("boot", 1, 100));
    journal.close();
    byte[] database = database();
    int refused = 0;
    for (int at = 0; at < database.length; at += 23) {
      try {
        assertThat(positionsOf(flipped(database, at), new byte[0]))
            .as("byte %d", at)
            .isEqualTo(positionsOfBlocks(BLOCKS));
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("another program");
        refused++;
      }
    }
    assertThat(refused).isBetween(30, 300);
    journal = SqliteJournal.open(live.resolve("journal.db"));
  }
}
