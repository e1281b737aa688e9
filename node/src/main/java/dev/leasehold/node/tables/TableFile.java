package dev.leasehold.node.tables;

import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.persist.files.OwnerOnly;
import dev.leasehold.node.persist.files.SqliteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * {@code leasehold.db} as a file: one connection that writes, in short transactions one after the
 * other, and a few that read beside it. A crash may lose the last transactions, which are fed
 * again.
 */
public final class TableFile implements AutoCloseable {

  /** Readers beyond this wait for one another: the machine has other work. */
  public static final int MAX_READERS = 4;

  private static final List<String> SETTINGS =
      List.of(
          "PRAGMA page_size = 8192", // of new files: fewer pages to find and to write
          "PRAGMA busy_timeout = 10000", // somebody may be looking at it with a tool
          "PRAGMA journal_mode = WAL",
          "PRAGMA synchronous = NORMAL",
          "PRAGMA temp_store = MEMORY", // where the disk for temporary files may be full
          "PRAGMA cache_size = -65536", // 64 MiB
          "PRAGMA wal_autocheckpoint = 8000", // 64 MiB
          "PRAGMA journal_size_limit = 67108864");

  /** A transaction: what is done with a connection before it commits. */
  public interface Transaction<T> {
    T with(Connection connection) throws SQLException;
  }

  /** Something looked for that may not be there. */
  public interface Search<T> {
    @Nullable T with(Connection connection) throws SQLException;
  }

  private final Path path;
  private final DiskSpace diskSpace;
  private final Connection writer;

  /** Fair, for the feed asks again and again and would leave others no turn. */
  private final ReentrantLock writing = new ReentrantLock(true);

  private final boolean readable;
  private final Policies policies = new Policies();
  private final ConfigRows config = new ConfigRows();
  private final Semaphore readerPermits = new Semaphore(MAX_READERS);
  private final ArrayDeque<Connection> idleReaders = new ArrayDeque<>();

  private TableFile(Path path, DiskSpace diskSpace, Connection writer, boolean readable)
      throws SQLException {
    this.path = path;
    this.readable = readable;
    this.diskSpace = diskSpace;
    this.writer = writer;
    if (readable) {
      policies.load(writer);
      config.prepare(writer);
    }
  }

  /** Opens the file on a disk without a reserve. */
  public static TableFile open(Path path) throws IOException {
    return open(path, new DiskSpace(() -> path.toAbsolutePath().toFile().getUsableSpace()));
  }

  public static TableFile open(Path path, DiskSpace diskSpace) throws IOException {
    OwnerOnly.file(path);
    try {
      Connection connection = writerOf(path);
      try {
        try (Statement statement = connection.createStatement()) {
          for (String setting : SETTINGS) {
            statement.execute(setting);
          }
        }
        boolean readable = Migrations.apply(path, connection);
        return new TableFile(path, diskSpace, connection, readable);
      } catch (SQLException | IOException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new IOException(
          path + " cannot be opened: " + e.getMessage() + "; remove it to have it built anew", e);
    }
  }

  /**
   * The driver asks for generated keys after every insert and locks every value, unless told not
   * to. Only one thread at a time uses this connection.
   */
  private static Connection writerOf(Path path) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setGetGeneratedKeys(false);
    return config.createConnection("jdbc:sqlite:" + path);
  }

  public Path path() {
    return path;
  }

  /** Whether its rows are of today's format; if not, only its position is of use. */
  public boolean isReadable() {
    return readable;
  }

  public DiskSpace diskSpace() {
    return diskSpace;
  }

  public Policies policies() {
    return policies;
  }

  public ConfigRows config() {
    return config;
  }

  /** Carries out one transaction; other writers wait, and come in the order they asked. */
  public <T> T write(Transaction<T> transaction) throws SQLException {
    writing.lock();
    try {
      return transact(transaction);
    } finally {
      writing.unlock();
    }
  }

  /** Keeps other writers out for several transactions, until {@link #unlock}. */
  public void lock() {
    writing.lock();
  }

  public void unlock() {
    writing.unlock();
  }

  /** Whether another writer waits, so that a long transaction should come to its end. */
  public boolean isAwaited() {
    return writing.hasQueuedThreads();
  }

  private <T> T transact(Transaction<T> transaction) throws SQLException {
    writer.setAutoCommit(false);
    try {
      T result = transaction.with(writer);
      writer.commit();
      writer.setAutoCommit(true);
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      // Otherwise the next writer would commit half of this.
      rollBackAfter(e);
      throw e;
    }
  }

  /** SQLite may have undone the transaction by itself, such as when the disk is full. */
  private void rollBackAfter(Throwable failure) {
    try {
      writer.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    try {
      writer.setAutoCommit(true);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** Reads the tables as they are at one moment. Waits while too many read. */
  public <T> T read(Transaction<T> transaction) throws SQLException, InterruptedException {
    return Objects.requireNonNull(find(transaction::with));
  }

  public <T> @Nullable T find(Search<T> search) throws SQLException, InterruptedException {
    readerPermits.acquire();
    try {
      Connection reader = idleReader();
      try {
        @Nullable T result = search.with(reader);
        reader.commit();
        giveBack(reader);
        return result;
      } catch (SQLException | RuntimeException e) {
        reader.close();
        throw e;
      }
    } finally {
      readerPermits.release();
    }
  }

  private Connection idleReader() throws SQLException {
    synchronized (idleReaders) {
      Connection idle = idleReaders.poll();
      if (idle != null) {
        return idle;
      }
    }
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(10_000);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    Connection reader = config.createConnection("jdbc:sqlite:" + path);
    reader.setAutoCommit(false);
    return reader;
  }

  private void giveBack(Connection reader) {
    synchronized (idleReaders) {
      idleReaders.push(reader);
    }
  }

  /** Closes all connections; nobody may read any more. */
  @Override
  public void close() throws IOException {
    try (Connection last = writer) {
      synchronized (idleReaders) {
        for (Connection reader : idleReaders) {
          reader.close();
        }
        idleReaders.clear();
      }
      moveLog(last);
    } catch (SQLException e) {
      throw new IOException(path + " cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Moves the log into the file. On a full disk the log stays, and nothing is lost. */
  private static void moveLog(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SQLException e) {
      if (!SqliteFile.isFull(e)) {
        throw e;
      }
    }
  }
}
