package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest extends JournalContract {

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
