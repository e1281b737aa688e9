package dev.leasehold.node.tables;

import dev.leasehold.node.persist.OwnerOnly;
import dev.leasehold.node.persist.Room;
import dev.leasehold.node.persist.SqliteFile;
import dev.leasehold.node.sequence.Durable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * The file itself: one connection that writes, in short transactions one after the other, and a few
 * that read beside it. A crash may lose the last transactions, which are fed again.
 */
final class TableFile implements AutoCloseable {

  /** Readers beyond this wait for one another: the machine has other work. */
  static final int MAX_READERS = 4;

  private static final List<String> SETTINGS =
      List.of(
          "PRAGMA busy_timeout = 10000", // somebody may be looking at it with a tool
          "PRAGMA journal_mode = WAL",
          "PRAGMA synchronous = NORMAL",
          "PRAGMA temp_store = MEMORY", // where the disk for temporary files may be full
          "PRAGMA cache_size = -65536", // 64 MiB
          "PRAGMA wal_autocheckpoint = 16000", // 64 MiB
          "PRAGMA journal_size_limit = 67108864");

  /** Something done with a connection. */
  interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  /** Something looked for that may not be there. */
  interface Search<T> {
    @Nullable T with(Connection connection) throws SQLException;
  }

  private final Path path;
  private final Room room;
  private final Connection writer;
  private final Policies policies = new Policies();
  private final ConfigRows config = new ConfigRows();
  private final KnownRequests requests;
  private FeedWriter feedWriter;
  private final Semaphore readerPermits = new Semaphore(MAX_READERS);
  private final ArrayDeque<Connection> idleReaders = new ArrayDeque<>();

  private TableFile(Path path, Room room, Connection writer) throws SQLException {
    this.path = path;
    this.room = room;
    this.writer = writer;
    policies.load(writer);
    config.prepare(writer);
    this.requests = KnownRequests.of(writer);
    this.feedWriter = new FeedWriter(writer, policies, config, requests::add);
  }

  /** On a disk of which nothing is held. */
  static TableFile open(Path path) throws IOException {
    return open(path, new Room(() -> path.toAbsolutePath().toFile().getUsableSpace()));
  }

  static TableFile open(Path path, Room room) throws IOException {
    OwnerOnly.file(path);
    try {
      Connection connection = writerOf(path);
      try {
        try (Statement statement = connection.createStatement()) {
          for (String setting : SETTINGS) {
            statement.execute(setting);
          }
        }
        Migrations.apply(path, connection);
        return new TableFile(path, room, connection);
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
   * Without the driver's question for generated keys, which it asks after every insert, and without
   * locks of its own around every value: only one thread at a time uses the connection.
   */
  private static Connection writerOf(Path path) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setGetGeneratedKeys(false);
    return config.createConnection("jdbc:sqlite:" + path);
  }

  /** What the disk has left. */
  long usableBytes() {
    return room.availableBytes();
  }

  Policies policies() {
    return policies;
  }

  ConfigRows config() {
    return config;
  }

  KnownRequests requests() {
    return requests;
  }

  synchronized void feed(List<Durable> blocks) throws FullDiskException, SQLException {
    while (true) {
      try {
        requests.committed(
            write(
                connection -> {
                  feedWriter.write(blocks);
                  return requests.storeWhole(connection);
                }));
        return;
      } catch (SQLException e) {
        if (!SqliteFile.isFull(e)) {
          throw e;
        }
        beginAnew();
        if (!room.giveUpForTables()) {
          throw new FullDiskException("there is no room on the disk for " + path, e);
        }
      }
    }
  }

  /** The driver closes the statement that failed, and what was read may have been undone. */
  private void beginAnew() throws SQLException {
    write(
        connection -> {
          config.read(connection);
          feedWriter.close();
          feedWriter = new FeedWriter(connection, policies, config, requests::add);
          return config;
        });
  }

  /** In one transaction, alone. */
  synchronized <T> T write(Work<T> work) throws SQLException {
    writer.setAutoCommit(false);
    try {
      T result = work.with(writer);
      writer.commit();
      writer.setAutoCommit(true);
      return result;
    } catch (SQLException | RuntimeException e) {
      rollBackAfter(e);
      throw e;
    }
  }

  /** SQLite may have undone the transaction by itself, such as when the disk is full. */
  private void rollBackAfter(Exception failure) {
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

  /** At one moment of the tables, beside those who write. Waits while too many read. */
  <T> T read(Work<T> work) throws SQLException, InterruptedException {
    return Objects.requireNonNull(find(work::with));
  }

  <T> @Nullable T find(Search<T> work) throws SQLException, InterruptedException {
    readerPermits.acquire();
    try {
      Connection reader = idleReader();
      try {
        @Nullable T result = work.with(reader);
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

  /** To be called when nobody reads any more. */
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

  /** Where there is no room, the log stays, and nothing is lost. */
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
