package dev.leasehold.node.persist;

import dev.leasehold.kernel.Event;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal in one SQLite file, one row for each block.
 *
 * <p>A commit is one insert and one sync of the write-ahead log. What the log holds is moved to the
 * main file between blocks, here and not by SQLite, which would hide a failed sync.
 *
 * <p>A commit that was under way in a crash is torn: SQLite finds it by the checksums of its log
 * and leaves it out, and no reply ever rested on it. It would treat a byte that changed in the
 * middle of the log in the same way, and drop good commits, so {@link WalInspection} looks first.
 * All other damage is found by the hashes of the blocks, see {@link Chain}, and by the clock's
 * mark, which says how many blocks there were.
 *
 * <p>Those in this process who read blocks while it is written share the one connection, a block at
 * a time: that holds a commit up for less than a millisecond.
 */
public final class SqliteJournal implements Journal {

  private static final Logger log = LoggerFactory.getLogger(SqliteJournal.class);

  /** The log is moved to the main file when it is this large: some milliseconds of work. */
  private static final long WAL_LIMIT_BYTES = 4 << 20;

  /** What a commit adds to the log beside its events, roughly: the table's last pages. */
  private static final long COMMIT_OVERHEAD_BYTES = 2 * 4_096;

  private static final String INSERT =
      """
      INSERT INTO blocks (number, first_position, last_position, tick, wall_nanos,
        events_length, previous_hash, hash, events, signatures)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  /** The columns that {@link #blockOf} reads. */
  static final String SELECT_BLOCKS =
      """
      SELECT number, first_position, last_position, tick, wall_nanos,
        events_length, previous_hash, hash, events, signatures FROM blocks\
      """;

  private static final String MARK =
      """
      INSERT OR REPLACE INTO clock (id, identity, offset_nanos, tick, block, hash)
        VALUES (1, ?, ?, ?, ?, ?)\
      """;

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement mark;
  private final Chain chain = new Chain();
  private long walBytes;

  private SqliteJournal(Connection connection) throws SQLException {
    this.connection = connection;
    this.insert = connection.prepareStatement(INSERT);
    this.mark = connection.prepareStatement(MARK);
  }

  /** Opens the journal in the file, or begins one there. */
  public static SqliteJournal open(Path file) throws IOException {
    WalInspection.refuseDamage(Path.of(file + "-wal"));
    try {
      Connection connection = SqliteFile.open(file);
      try {
        return new SqliteJournal(connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw SqliteFile.unusable(file, e);
    }
  }

  @Override
  public Head head() {
    return chain.head();
  }

  @Override
  public synchronized void replay(Head from, Consumer<Event> events) throws IOException {
    chain.begin(from);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                SELECT_BLOCKS + " WHERE number > " + from.block() + " ORDER BY number")) {
      while (rows.next()) {
        chain.read(blockOf(rows), events);
      }
    } catch (SQLException e) {
      throw chain.damaged("cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
    finishRecovery(chain.cutOff(), StoredMark.read(connection));
    // What a torn commit left in the log must not look like damage at the next start.
    moveLog("TRUNCATE");
  }

  @Override
  public synchronized @Nullable Block block(long number) throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SELECT_BLOCKS + " WHERE number = " + number)) {
      return rows.next() ? blockOf(rows) : null;
    } catch (SQLException e) {
      throw new IOException("block " + number + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void finishRecovery(@Nullable Block cutOff, @Nullable StoredMark stored)
      throws IOException {
    long lastBlock = chain.head().block() + (cutOff == null ? 0 : 1);
    if (stored != null && stored.block() > lastBlock) {
      throw JournalDamagedException.atBlock(
          lastBlock + 1, chain.head().position() + 1, "is missing");
    }
    Checkpoints.requireReached(lastCheckpoint(), chain.head(), lastBlock);
    if (cutOff != null) {
      drop(cutOff, stored);
    }
  }

  static Block blockOf(ResultSet row) throws SQLException {
    return new Block(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getInt(6),
        bytesOf(row, 7),
        bytesOf(row, 8),
        bytesOf(row, 9),
        bytesOf(row, 10));
  }

  /** Only a damaged file has no bytes where there must be some. */
  private static byte[] bytesOf(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNullElse(row.getBytes(column), new byte[0]);
  }

  /** In one step with the mark, which counts one block less from now on. */
  private void drop(Block cutOff, @Nullable StoredMark stored) throws IOException {
    log.warn(
        "the last block of the journal, {} (positions {} to {}), is cut off: {} of {} bytes are"
            + " there; it is taken for a write that was never finished and left out",
        cutOff.number(),
        cutOff.firstPosition(),
        cutOff.lastPosition(),
        cutOff.events().length,
        cutOff.eventsLength());
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN");
      statement.execute("DELETE FROM blocks WHERE number = " + cutOff.number());
      statement.execute("DELETE FROM checkpoints WHERE block = " + cutOff.number());
      if (stored != null) {
        mark(stored.clock());
      }
      statement.execute("COMMIT");
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  @Override
  public synchronized void append(Block block) throws IOException {
    chain.requireNext(block);
    try {
      insert.setLong(1, block.number());
      insert.setLong(2, block.firstPosition());
      insert.setLong(3, block.lastPosition());
      insert.setLong(4, block.tick());
      insert.setLong(5, block.wallNanos());
      insert.setInt(6, block.eventsLength());
      insert.setBytes(7, block.previousHash());
      insert.setBytes(8, block.hash());
      insert.setBytes(9, block.events());
      insert.setBytes(10, block.signatures());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw unwritable(e);
    }
    chain.advance(block);
    walBytes += block.events().length + block.signatures().length + COMMIT_OVERHEAD_BYTES;
  }

  @Override
  public synchronized @Nullable ClockMark lastMark() throws IOException {
    StoredMark stored = StoredMark.read(connection);
    return stored == null ? null : stored.clock();
  }

  @Override
  public synchronized void mark(ClockMark reached) throws IOException {
    StoredMark stored = new StoredMark(reached, chain.head().block());
    try {
      mark.setString(1, reached.identity());
      mark.setLong(2, reached.offsetNanos());
      mark.setLong(3, reached.tick());
      mark.setLong(4, stored.block());
      mark.setBytes(5, stored.hash());
      mark.executeUpdate();
    } catch (SQLException e) {
      throw unwritable(e);
    }
    walBytes += COMMIT_OVERHEAD_BYTES;
  }

  @Override
  public synchronized @Nullable Checkpoint lastCheckpoint() throws IOException {
    try {
      return Checkpoints.last(connection);
    } catch (SQLException e) {
      throw new JournalDamagedException("its checkpoints cannot be read (" + e.getMessage() + ")")
          .causedBy(e);
    }
  }

  @Override
  public synchronized void checkpoint(Checkpoint checkpoint) throws IOException {
    try {
      Checkpoints.add(connection, checkpoint);
    } catch (SQLException e) {
      throw unwritable(e);
    }
    walBytes += COMMIT_OVERHEAD_BYTES;
  }

  @Override
  public synchronized void tidy() throws IOException {
    if (walBytes >= WAL_LIMIT_BYTES) {
      moveLog("PASSIVE");
    }
  }

  private void moveLog(String manner) throws IOException {
    try {
      SqliteFile.moveLog(connection, manner);
    } catch (SQLException e) {
      throw unwritable(e);
    }
    walBytes = 0;
  }

  @Override
  public synchronized void close() throws IOException {
    try (connection) {
      SqliteFile.moveLog(connection, "TRUNCATE");
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  private static IOException unwritable(SQLException cause) {
    return new IOException("the journal cannot be written: " + cause.getMessage(), cause);
  }
}
