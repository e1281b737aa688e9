package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.ReachedPosition;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A journal of a server that was killed: three blocks in its main file, two more in its log. The
 * position that the journal had reached shows what is missing from a copy.
 */
class CopiedJournalTest {

  private static final String JOURNAL = "journal.db";
  private static final String LOG = "journal.db-wal";

  @TempDir Path served;
  @TempDir Path copy;
  private DataDirectory directory;
  private SqliteJournal journal;

  @BeforeEach
  void serve() throws IOException {
    append(3);
    journal.close();
    directory.close();
    append(2);
    copy();
  }

  private void append(int blocks) throws IOException {
    directory = DataDirectory.open(served);
    journal = SqliteJournal.open(directory);
    journal.replay(event -> {});
    for (int i = 0; i < blocks; i++) {
      journal.append(JournalContract.nextBlock(journal.head()));
    }
  }

  @AfterEach
  void stop() throws IOException {
    journal.close();
    directory.close();
  }

  /** All that is there at a kill, which leaves the files as they are. */
  private void copy() throws IOException {
    try (Stream<Path> files = Files.list(served)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
  }

  private long positionOfCopy() throws IOException {
    try (DataDirectory copied = DataDirectory.open(copy);
        SqliteJournal opened = SqliteJournal.open(copied)) {
      opened.replay(event -> {});
      return opened.head().position();
    }
  }

  @Test
  void aCopyOfAllIsWhole() throws IOException {
    assertThat(positionOfCopy()).isEqualTo(10);
    assertThat(positionOfCopy()).isEqualTo(10);
  }

  @Test
  void aCopyWithoutItsLogIsRefusedEveryTime() throws IOException {
    Files.delete(copy.resolve(LOG));
    for (int i = 0; i < 2; i++) {
      assertThatIOException()
          .isThrownBy(this::positionOfCopy)
          .withMessageContaining("ends at position 6 and had reached 10")
          .withMessageContaining("journal.db-wal");
    }
  }

  @Test
  void anOldCopyOfTheMainFileIsRefused() throws IOException {
    Path before = copy.resolve("before");
    Files.copy(copy.resolve(JOURNAL), before);
    positionOfCopy();
    Files.delete(copy.resolve(JOURNAL));
    Files.move(before, copy.resolve(JOURNAL));
    assertThatIOException().isThrownBy(this::positionOfCopy).withMessageContaining("an old one");
  }

  /** As when somebody looks into the journal with a tool of SQLite after a kill. */
  @Test
  void aToolThatMovesTheLogToTheMainFileLosesNothing() throws Exception {
    try (Connection tool = DriverManager.getConnection("jdbc:sqlite:" + copy.resolve(JOURNAL));
        Statement statement = tool.createStatement()) {
      statement.executeQuery("SELECT count(*) FROM blocks").close();
    }
    assertThat(copy.resolve(LOG)).doesNotExist();
    assertThat(positionOfCopy()).isEqualTo(10);
  }

  /** A commit that is cut off in the log was never finished. */
  @Test
  void aLogThatIsCutOffIsReadAsFarAsItGoes() throws IOException {
    try (FileChannel log = FileChannel.open(copy.resolve(LOG), StandardOpenOption.WRITE)) {
      log.truncate(log.size() - 1);
    }
    assertThat(positionOfCopy()).isEqualTo(8);
    assertThat(positionOfCopy()).isEqualTo(8);
  }

  /** It is not synced when it rises, so a power cut may leave anything of it. */
  @Test
  void whatIsNoPositionRefusesNothing() throws IOException {
    Files.delete(copy.resolve(LOG));
    Path reached = copy.resolve(ReachedPosition.FILE_NAME);
    for (byte[] bytes :
        new byte[][] {
          {},
          new byte[7],
          new byte[16],
          "sixteen letters.".getBytes(java.nio.charset.StandardCharsets.US_ASCII)
        }) {
      Files.write(reached, bytes);
      assertThat(positionOfCopy()).isEqualTo(6);
    }
    Files.delete(reached);
    assertThat(positionOfCopy()).isEqualTo(6);
  }

  @Test
  void aJournalThatBeginsAnewIsNotMeasuredByTheOld() throws IOException {
    Files.delete(copy.resolve(LOG));
    Files.delete(copy.resolve(JOURNAL));
    assertThat(positionOfCopy()).isZero();
    try (DataDirectory copied = DataDirectory.open(copy);
        SqliteJournal anew = SqliteJournal.open(copied)) {
      anew.replay(event -> {});
      anew.append(JournalContract.nextBlock(anew.head()));
    }
    assertThat(positionOfCopy()).isEqualTo(2);
  }
}
