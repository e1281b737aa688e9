package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.Migrations;
import dev.leasehold.node.tables.Policies;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.feed.FeedWriter;
import dev.leasehold.node.tables.feed.KeySink;
import dev.leasehold.node.tables.retry.StoredFilters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;

/**
 * Builds the tables anew from the journal in a temporary file, to compare them with those that are
 * there. Nothing is trimmed from them. For one thread.
 */
public final class RebuiltTables implements AutoCloseable {

  private static final int EVENTS_PER_TRANSACTION = 20_000;

  /** The file need not survive a crash. */
  private static final List<String> SETTINGS =
      List.of(
          "PRAGMA journal_mode = OFF",
          "PRAGMA synchronous = OFF",
          "PRAGMA locking_mode = EXCLUSIVE",
          "PRAGMA cache_size = -65536"); // 64 MiB

  /** Indexes through which the leases of events are found. */
  private static final String USED_INDEXES =
      "'idx_leases_living', 'idx_leases_after_end', 'idx_leases_parent'";

  private final Path directory;
  private final Path file;
  private final Connection connection;
  private final FeedWriter writer;
  private int events;
  private long retentionNanos = retentionNanos(ConfigKey.HISTORY_RETENTION_DAYS.defaultValue());

  /**
   * Rows older than this may have been trimmed, under the present retention or a shorter one
   * before.
   */
  private long cutoffTick = Long.MIN_VALUE;

  private long sumsRetentionNanos =
      retentionNanos(ConfigKey.DAILY_SUMS_RETENTION_DAYS.defaultValue());
  private long sumsCutoffTick = Long.MIN_VALUE;

  private RebuiltTables(Path directory, Path file, Connection connection) throws SQLException {
    this.directory = directory;
    this.file = file;
    this.connection = connection;
    ConfigRows config = new ConfigRows();
    Policies policies = new Policies();
    try (Statement statement = connection.createStatement()) {
      for (String setting : SETTINGS) {
        statement.execute(setting);
      }
      connection.setAutoCommit(false);
      Migrations.create(statement);
      dropIndexes(connection);
      policies.load(connection);
      config.prepare(connection);
      statement.execute(TableDifferences.FORGET_WHEN_CONFIG_WAS_PREPARED);
    }
    this.writer = new FeedWriter(connection, policies, config, KeySink.NOBODY);
  }

  /** Drops indexes that cost time and are not used here. */
  private static void dropIndexes(Connection connection) throws SQLException {
    List<String> names =
        Sql.all(
            connection,
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
                + " AND name NOT IN ("
                + USED_INDEXES
                + ")",
            row -> row.getString(1));
    for (String name : names) {
      Sql.execute(connection, "DROP INDEX " + name);
    }
  }

  /** Begins with empty tables, in the directory for temporary files. */
  public static RebuiltTables begin() throws IOException {
    Path directory = Files.createTempDirectory("leasehold-"); // its owner's alone
    Path file = directory.resolve("rebuilt.db");
    // For a process that is told to end meanwhile; the last named is deleted first.
    directory.toFile().deleteOnExit();
    file.toFile().deleteOnExit();
    SQLiteConfig config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    try {
      Connection connection = config.createConnection("jdbc:sqlite:" + file);
      try {
        return new RebuiltTables(directory, file, connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      Files.deleteIfExists(file);
      Files.delete(directory);
      throw cannotBuild(file, e);
    }
  }

  /** Adds the next event. */
  public void add(Event event) throws IOException {
    if (event instanceof AdminEvent.ConfigChanged changed) {
      if (changed.key().equals(ConfigKey.HISTORY_RETENTION_DAYS.text())) {
        retentionNanos = retentionNanos(changed.value());
      } else if (changed.key().equals(ConfigKey.DAILY_SUMS_RETENTION_DAYS.text())) {
        sumsRetentionNanos = retentionNanos(changed.value());
      }
    }
    cutoffTick = Math.max(cutoffTick, event.tick() - retentionNanos);
    sumsCutoffTick = Math.max(sumsCutoffTick, event.tick() - sumsRetentionNanos);
    try {
      if (events == 0) {
        writer.begin();
      }
      writer.add(event);
    } catch (SQLException e) {
      throw cannotBuild(file, e);
    }
    if (++events >= EVENTS_PER_TRANSACTION) {
      write();
    }
  }

  private static long retentionNanos(String days) {
    return Integer.parseInt(days) * 24L * Limits.HOUR;
  }

  private void write() throws IOException {
    try {
      writer.finish();
      connection.commit();
    } catch (SQLException e) {
      throw cannotBuild(file, e);
    }
    events = 0;
  }

  private static IOException cannotBuild(Path file, SQLException e) {
    return new IOException(
        ("the tables cannot be built anew in %s to compare them (%s); see that there is room for"
                + " another leasehold.db, or verify without its rows")
            .formatted(file, e.getMessage()),
        e);
  }

  /**
   * Compares all rows. Nothing can be added afterwards.
   *
   * @param tables at the position of the newest event that was added
   * @return which rows of which table differ, the first few of each; empty if none does
   */
  public List<String> differencesOf(TablesReader tables) throws IOException {
    write();
    closeFile();
    return tables.read(
        there -> {
          try (Statement attach = there.createStatement()) {
            attach.execute("ATTACH '" + file.toString().replace("'", "''") + "' AS rebuilt");
          }
          List<String> differences =
              new ArrayList<>(new TableDifferences(there, cutoffTick, sumsCutoffTick).all());
          for (long part : StoredFilters.wrong(there)) {
            differences.add("key_filters: part " + part + " does not know all its leases");
          }
          return differences;
        });
  }

  Path file() {
    return file;
  }

  private void closeFile() throws IOException {
    try {
      if (!connection.isClosed()) {
        writer.close();
        connection.commit();
        connection.close();
      }
    } catch (SQLException e) {
      throw cannotBuild(file, e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeFile();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }
}
