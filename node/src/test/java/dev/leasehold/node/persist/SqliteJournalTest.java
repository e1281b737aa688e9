package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.persist.files.SqliteFile;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteJournalTest extends JournalContract {

  /** Each counts as two pages, of four megabytes. */
  private static final int BLOCKS_UNTIL_THE_LOG_IS_MOVED = (4 << 20) / (2 * 4_096);

  @TempDir Path directory;

  @Override
  Journal open() throws IOException {
    return SqliteJournal.open(file());
  }

  private Path file() {
    return directory.resolve("journal.db");
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Override
  void remove(long number) throws SQLException {
    execute("DELETE FROM blocks WHERE number = " + number);
  }

  @Override
  void change(long number, UnaryOperator<Block> change) throws SQLException {
    try (Connection connection = connect()) {
      Block changed = change.apply(blockAt(connection, number));
      String update =
          """
          UPDATE blocks SET first_position = ?, last_position = ?, tick = ?, wall_nanos = ?,
            events_length = ?, previous_hash = ?, hash = ?, events = ?, signatures = ?
            WHERE number = ?\
          """;
      try (PreparedStatement statement = connection.prepareStatement(update)) {
        statement.setLong(1, changed.firstPosition());
        statement.setLong(2, changed.lastPosition());
        statement.setLong(3, changed.tick());
        statement.setLong(4, changed.wallNanos());
        statement.setInt(5, changed.eventsLength());
        statement.setBytes(6, changed.previousHash());
        statement.setBytes(7, changed.hash());
        statement.setBytes(8, changed.events());
        statement.setBytes(9, changed.signatures());
        statement.setLong(10, number);
        statement.executeUpdate();
      }
    }
  }

  private static Block blockAt(Connection connection, long number) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM blocks WHERE number = " + number)) {
      return new Block(
          row.getLong("number"),
          row.getLong("first_position"),
          row.getLong("last_position"),
          row.getLong("tick"),
          row.getLong("wall_nanos"),
          row.getInt("events_length"),
          row.getBytes("previous_hash"),
          row.getBytes("hash"),
          row.getBytes("events"),
          row.getBytes("signatures"));
    }
  }

  private void signLastBlock() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    journal.checkpoint(new Checkpoint(journal.head(), "key", new byte[] {1}));
    journal.close();
  }

  @Test
  void aSignedBlockThatIsMissingIsMissed() throws Exception {
    signLastBlock();
    remove(3);
    assertRefused("block 3 (position 5) is missing");
  }

  @Test
  void aSignedBlockThatWasForgedWithItsHashIsRefused() throws Exception {
    signLastBlock();
    Head[] before = new Head[1];
    change(
        2,
        block -> {
          before[0] = block.head();
          return block;
        });
    change(3, block -> Block.following(before[0], 5, 6, block.tick(), 4_711, block.events()));
    assertRefused("block 3 (position 6) is not the block that the registrar signed");
  }

  @Test
  void aCutOffBlockIsLeftOutWithItsCheckpoint() throws Exception {
    signLastBlock();
    change(3, block -> withEvents(block, Arrays.copyOf(block.events(), 7)));
    assertThat(positions()).containsExactly(1L, 2L, 3L, 4L);
    Journal again = open();
    assertThat(again.lastCheckpoint()).isNull();
    again.close();
  }

  @Test
  void ofTwoWritersTheSecondFails() throws IOException {
    Journal first = open();
    first.replay(event -> {});
    Journal second = open();
    second.replay(event -> {});
    first.append(nextBlock(first.head()));
    assertThatIOException()
        .isThrownBy(() -> second.append(nextBlock(second.head())))
        .withMessageContaining("cannot be written");
    second.close();
    first.append(nextBlock(first.head()));
    first.close();
    assertThat(positions()).hasSize(10);
  }

  /** The rest of the log is not moved to the main file, either. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1_000})
  void aLogThatIsCutShortIsMissed(long length) throws IOException {
    Journal journal = written();
    resizeLog(length);
    assertCutShort(journal::requireInPlace);
    assertCutShort(() -> journal.append(nextBlock(journal.head())));
    assertCutShort(journal::close);
  }

  @Test
  void aLogThatHasGrownAgainBehindTheGapIsMissedToo() throws IOException {
    Journal journal = written();
    resizeLog(0);
    resizeLog(1 << 20);
    assertCutShort(journal::requireInPlace);
  }

  @Test
  void aThreadThatIsInterruptedWritesAllTheSame() throws IOException {
    Journal journal = written();
    Thread.currentThread().interrupt();
    for (int i = 0; i < 3; i++) {
      journal.append(nextBlock(journal.head()));
      journal.requireInPlace();
    }
    assertThat(Thread.interrupted()).isTrue();
    journal.close();
    assertThat(positions()).hasSize(2 * (3 + 1 + 3));
  }

  @Test
  void aLogThatBeginsAnewIsWhole() throws IOException {
    Journal journal = written();
    for (int i = 0; i < BLOCKS_UNTIL_THE_LOG_IS_MOVED + 10; i++) {
      journal.append(nextBlock(journal.head()));
      journal.requireInPlace();
      journal.tidy();
    }
    journal.close();
    assertThat(positions()).hasSize(2 * (3 + 1 + BLOCKS_UNTIL_THE_LOG_IS_MOVED + 10));
  }

  /** Another thread may look after the first that has noticed it has saved what it can. */
  @Test
  void aMainFileThatWasCutShortStaysMissed() throws IOException {
    Journal journal = written();
    Files.write(file(), new byte[0]);
    for (int look = 0; look < 3; look++) {
      assertThatIOException()
          .isThrownBy(journal::requireInPlace)
          .withMessageContaining("journal.db was cut short");
    }
  }

  /** SQLite would write its log where the link leads, and find none of what is in the one here. */
  @ParameterizedTest
  @ValueSource(strings = {"journal.db", "journal.db-wal"})
  void aLinkIsNotOpened(String name) throws IOException {
    written();
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(directory.resolve(name), elsewhere);
    Files.createSymbolicLink(directory.resolve(name), elsewhere);
    assertThatIOException().isThrownBy(this::open).withMessageContaining(name + " is a link; put");
  }

  private Journal written() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    journal.append(nextBlock(journal.head()));
    journal.requireInPlace();
    return journal;
  }

  private void resizeLog(long length) throws IOException {
    try (RandomAccessFile log = new RandomAccessFile(file() + "-wal", "rw")) {
      log.setLength(length);
    }
  }

  private static void assertCutShort(ThrowingCallable step) {
    assertThatIOException().isThrownBy(step).withMessageContaining("journal.db-wal was cut short");
  }

  @Test
  void onlyTheOwnerCanReadTheFiles() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    journal.append(nextBlock(journal.head()));
    for (String name : List.of("journal.db", "journal.db-wal")) {
      assertThat(Files.getPosixFilePermissions(directory.resolve(name)))
          .as(name)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    journal.close();
  }

  @Test
  void anUnsafeSqliteIsRefused() throws IOException {
    SqliteFile.requireSafeVersion("3.51.3");
    SqliteFile.requireSafeVersion("3.100.0");
    for (String old : List.of("3.51.2", "3.9.20", "2.99.99")) {
      assertThatIOException()
          .isThrownBy(() -> SqliteFile.requireSafeVersion(old))
          .withMessageContaining(old)
          .withMessageContaining("3.51.3");
    }
  }

  @Test
  void aNewerFormatIsRefused() throws SQLException {
    execute("UPDATE journal_format SET version = 7");
    assertThatIOException().isThrownBy(this::open).withMessageContaining("has format 7");
  }

  @Test
  void aClockThatWasChangedIsRefused() throws Exception {
    Journal journal = open();
    journal.mark(new ClockMark("boot", 1, 2));
    journal.close();
    execute("UPDATE clock SET offset_nanos = offset_nanos + 3600000000000");
    Journal damaged = open();
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(damaged::lastMark)
        .withMessageContaining("clock");
    damaged.close();
  }

  @Test
  void aLastBlockThatIsMissingIsRefusedIfTheClockWasMarkedAfterIt() throws Exception {
    Journal journal = open();
    journal.replay(event -> {});
    journal.mark(new ClockMark("boot", 1, 2));
    journal.close();
    remove(3);
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(this::positions)
        .withMessageContaining("block 3 (position 5) is missing");
  }

  @Test
  void aCutOffBlockIsLeftOutForGood() throws Exception {
    Journal journal = open();
    journal.replay(event -> {});
    journal.mark(new ClockMark("boot", 1, 2));
    journal.close();
    change(3, block -> withEvents(block, Arrays.copyOf(block.events(), 7)));
    assertThat(positions()).hasSize(4);
    assertThat(positions()).hasSize(4);
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    Files.writeString(file(), "no database at all, but rather long for a sentence".repeat(100));
    assertThatIOException().isThrownBy(this::positions).withMessageContaining("cannot be opened");
  }
}
