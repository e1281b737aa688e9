package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.persist.files.KnownFiles;
import dev.leasehold.node.persist.files.ReachedPosition;
import dev.leasehold.node.persist.files.SqliteFile;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal in one SQLite file, one row for each block.
 *
 * <p>A commit is one insert and one sync of the write-ahead log. The content of the log is moved to
 * the main file between blocks, here and not by SQLite, which would hide a failed sync.
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

  /** A commit adds roughly this to the log beside its events: the table's last pages. */
  private static final long COMMIT_OVERHEAD_BYTES = 2 * 4_096;

  /** The columns that {@link #blockOf} reads. */
  static final String SELECT_BLOCKS =
      """
      SELECT number, first_position, last_position, tick, wall_nanos,
        events_length, previous_hash, hash, events, signatures FROM blocks\
      """;

  private final Connection connection;
  private final KnownFiles files;
  private final LogFile logFile;
  private final JournalRows rows;
  private final Chain chain = new Chain();
  private long walBytes;

  /** Where it notes how far it has got; null if it stands alone. */
  private @Nullable ReachedPosition reached;

  /** The first loss that was noticed: whatever comes back is not trusted any more. */
  private final AtomicReference<@Nullable IOException> missed = new AtomicReference<>();

  /** Whether commits may have been in the log when it was opened. */
  private boolean hadLog = true;

  private SqliteJournal(
      Connection connection, KnownFiles files, LogFile logFile, DiskSpace diskSpace)
      throws SQLException {
    this.connection = connection;
    this.files = files;
    this.logFile = logFile;
    this.rows = new JournalRows(connection, diskSpace, this::requireInPlace);
  }

  /** Opens the journal in the file, or begins one there. */
  public static SqliteJournal open(Path file) throws IOException {
    return open(file, new KnownFiles(), new DiskSpace(() -> Long.MAX_VALUE));
  }

  /** Opens the journal of a data directory, or begins one there. */
  public static SqliteJournal open(DataDirectory directory) throws IOException {
    boolean hasLog = isNotEmpty(logOf(directory.journalFile()));
    SqliteJournal journal = open(directory.journalFile(), directory.known(), directory.diskSpace());
    journal.reached = directory.reached();
    journal.hadLog = hasLog;
    try {
      directory.holdJournal();
      return journal;
    } catch (IOException e) {
      journal.close();
      throw e;
    }
  }

  static SqliteJournal open(Path file, KnownFiles files, DiskSpace diskSpace) throws IOException {
    Path wal = logOf(file);
    refuseLink(file);
    refuseLink(wal);
    WalInspection.refuseDamage(wal);
    try {
      Connection connection = SqliteFile.open(file);
      try {
        files.addGrowing(file);
        // The log may hold acknowledged commits that the journal file does not have yet.
        files.add(wal);
        return new SqliteJournal(connection, files, LogFile.open(wal), diskSpace);
      } catch (SQLException | IOException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw SqliteFile.unusable(file, e);
    }
  }

  /** Where a link leads, SQLite would write a log that nobody here looks after. */
  private static void refuseLink(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      throw new IOException(
          file
              + " is a link; put the file back in its place, with the log that belongs to it. To"
              + " keep it elsewhere, let the whole data directory be there");
    }
  }

  private static Path logOf(Path file) {
    return Path.of(file + "-wal");
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
    if (reached != null) {
      reached.lower(chain.head().position());
    }
    // The rest of a torn commit in the log must not look like damage at the next start.
    logFile.shrink();
    moveLog("TRUNCATE");
    logFile.shrunk();
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
    requireReached(cutOff == null ? chain.head().position() : cutOff.lastPosition());
    if (cutOff != null) {
      drop(cutOff, stored);
    }
  }

  /**
   * Without a log the main file has all there is, after a clean end as after that of a tool which
   * has moved the log there; a log that was cut off is another matter. An empty journal begins
   * anew.
   */
  private void requireReached(long position) throws IOException {
    if (reached != null && !hadLog && position > 0) {
      reached.requireNoMoreThan(position);
    }
  }

  private static boolean isNotEmpty(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
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

  /** Drops the block in one step with the mark, which counts one block less from now on. */
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
        rows.mark(new StoredMark(stored.clock(), chain.head().block()));
      }
      statement.execute("COMMIT");
    } catch (SQLException e) {
      throw JournalRows.unwritable(e);
    }
  }

  @Override
  public synchronized void append(Block block) throws IOException {
    chain.requireNext(block);
    commit(() -> rows.insert(block));
    chain.advance(block);
    if (reached != null) {
      reached.write(block.lastPosition());
    }
    walBytes += block.events().length + block.signatures().length + COMMIT_OVERHEAD_BYTES;
  }

  @Override
  public void requireInPlace() throws IOException {
    IOException before = missed.get();
    if (before != null) {
      throw new IOException(before.getMessage(), before);
    }
    logFile.requireWhole();
    try {
      files.requireInPlace();
    } catch (IOException e) {
      // Noted first: saving the log makes a main file that was cut short as long as it was.
      missed.compareAndSet(null, e);
      saveLog(e);
      throw e;
    }
  }

  /** Saves what a deleted log alone has by moving it to the main file. */
  private synchronized void saveLog(IOException failure) {
    try {
      SqliteFile.moveLog(connection, "PASSIVE");
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public synchronized @Nullable ClockMark lastMark() throws IOException {
    StoredMark stored = StoredMark.read(connection);
    return stored == null ? null : stored.clock();
  }

  @Override
  public synchronized void mark(ClockMark reached) throws IOException {
    StoredMark stored = new StoredMark(reached, chain.head().block());
    commit(() -> rows.mark(stored));
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
    commit(() -> Checkpoints.add(connection, checkpoint));
    walBytes += COMMIT_OVERHEAD_BYTES;
  }

  @Override
  public synchronized void tidy() throws IOException {
    if (walBytes >= WAL_LIMIT_BYTES) {
      moveLog("PASSIVE");
    }
  }

  /** A commit, which is durable when this returns. */
  private void commit(JournalRows.Write work) throws IOException {
    write(work);
    try {
      logFile.sync();
    } catch (IOException e) {
      throw new IOException("the journal cannot be synced: " + e.getMessage(), e);
    }
  }

  /**
   * Checks the log before the write, and after a failed one, so that a damaged log is reported as
   * the cause.
   */
  private void write(JournalRows.Write work) throws IOException {
    logFile.requireWhole();
    try {
      rows.write(work);
    } catch (IOException e) {
      logFile.requireWhole();
      throw e;
    }
  }

  private void moveLog(String manner) throws IOException {
    write(() -> SqliteFile.moveLog(connection, manner));
    walBytes = 0;
  }

  /** Leaves a log that was cut short as it is: moved to the main file, it would spoil that, too. */
  @Override
  public synchronized void close() throws IOException {
    logFile.requireWhole();
    try (logFile;
        connection) {
      logFile.shrink();
      moveLog("TRUNCATE");
    } catch (SQLException e) {
      throw JournalRows.unwritable(e);
    }
  }
}
