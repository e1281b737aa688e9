package dev.leasehold.node.persist.files;

import dev.leasehold.node.persist.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Opens the journal's file: settings that durability rests on, and the tables. */
public final class SqliteFile {

  /** Raised when an older Leasehold could no longer read what is written. */
  private static final int FORMAT = 2;

  /** Before this version a bug in resetting the write-ahead log could lose commits. */
  private static final String OLDEST_SAFE_VERSION = "3.51.3";

  /**
   * Others may read while this connection writes ({@link JournalReader}), so the file is not locked
   * as a whole; that there is one writer is for {@link DataDirectory} to see to, and if there were
   * two, the number of a block is taken only once. Another tool that holds the file gets a moment
   * to let go of it. SQLite's own checkpoints are off because they ignore a failed sync. It syncs
   * the log when that begins anew and when it is moved to the main file; commits are for the caller
   * to sync, who can leave out the times of the file, which cost the disk a second write.
   */
  private static final List<String> SETTINGS =
      List.of(
          "PRAGMA busy_timeout = 5000",
          "PRAGMA journal_mode = WAL",
          "PRAGMA synchronous = NORMAL",
          "PRAGMA fullfsync = ON",
          "PRAGMA wal_autocheckpoint = 0",
          "PRAGMA cell_size_check = ON");

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE blocks (
            number INTEGER PRIMARY KEY,
            first_position INTEGER NOT NULL,
            last_position INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            wall_nanos INTEGER NOT NULL,
            events_length INTEGER NOT NULL,
            previous_hash BLOB NOT NULL,
            hash BLOB NOT NULL,
            events BLOB NOT NULL,
            signatures BLOB NOT NULL) STRICT\
          """,
          """
          CREATE TABLE checkpoints (
            block INTEGER PRIMARY KEY,
            position INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            hash BLOB NOT NULL,
            key_id TEXT NOT NULL,
            signature BLOB NOT NULL) STRICT\
          """,
          """
          CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            identity TEXT NOT NULL,
            offset_nanos INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            block INTEGER NOT NULL,
            hash BLOB NOT NULL) STRICT\
          """,
          """
          CREATE TABLE journal_format (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL,
            journal_id TEXT NOT NULL) STRICT\
          """);

  private SqliteFile() {}

  public static Connection open(Path file) throws SQLException, IOException {
    OwnerOnly.file(file);
    SQLiteConfig config = new SQLiteConfig();
    // The driver would ask for them after every insert, with a query of its own.
    config.setGetGeneratedKeys(false);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      for (String setting : SETTINGS) {
        statement.execute(setting);
      }
      requireSafeVersion(textOf(statement, "SELECT sqlite_version()"));
      requireWriteAheadLog(file, textOf(statement, "PRAGMA journal_mode"));
      prepareTables(file, statement);
      return connection;
    } catch (SQLException | IOException e) {
      connection.close();
      throw e;
    }
  }

  private static void prepareTables(Path file, Statement statement)
      throws SQLException, IOException {
    if (textOf(statement, "SELECT count(*) FROM sqlite_schema").equals("0")) {
      createTables(statement);
    }
    requireFormat(file, statement);
  }

  public static void requireFormat(Path file, Statement statement)
      throws SQLException, IOException {
    String format = textOf(statement, "SELECT version FROM journal_format");
    if (!format.equals(Integer.toString(FORMAT))) {
      throw new IOException(
          "the journal "
              + file
              + " has format "
              + format
              + " and this Leasehold reads format "
              + FORMAT
              + "; start the version that wrote it, or a newer one");
    }
  }

  private static void createTables(Statement statement) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
    for (String table : TABLES) {
      statement.execute(table);
    }
    statement.execute(
        "INSERT INTO journal_format (id, version, journal_id) VALUES (1, %d, '%s')"
            .formatted(FORMAT, UUID.randomUUID()));
    statement.execute("COMMIT");
  }

  /**
   * Moves what the write-ahead log holds to the main file, and syncs that. It does not wait for
   * readers: what they still need stays in the log until the next time.
   */
  public static void moveLog(Connection connection, String manner) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 0");
      statement.execute("PRAGMA wal_checkpoint(" + manner + ")");
      statement.execute("PRAGMA busy_timeout = 5000");
    }
  }

  public static void requireSafeVersion(String version) throws IOException {
    int[] safe = numbersOf(OLDEST_SAFE_VERSION);
    if (Arrays.compare(numbersOf(version), safe) < 0) {
      throw new IOException(
          "SQLite "
              + version
              + " can lose commits in WAL mode; put a sqlite-jdbc with SQLite "
              + OLDEST_SAFE_VERSION
              + " or newer on the class path");
    }
  }

  private static void requireWriteAheadLog(Path file, String journalMode) throws IOException {
    if (!journalMode.equals("wal")) {
      throw new IOException(
          "the journal " + file + " can have no write-ahead log here; use a local disk");
    }
  }

  private static int[] numbersOf(String version) {
    return Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
  }

  private static String textOf(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      return row.next() ? Objects.requireNonNullElse(row.getString(1), "nothing") : "nothing";
    }
  }

  /** Whether nothing was written for want of room; to be tried again when there is some. */
  public static boolean isFull(SQLException failure) {
    return failure instanceof SQLiteException e
        && (e.getResultCode() == SQLiteErrorCode.SQLITE_FULL
            || e.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE);
  }

  public static IOException unusable(Path file, SQLException cause) {
    boolean busy =
        cause instanceof SQLiteException e && e.getResultCode() == SQLiteErrorCode.SQLITE_BUSY;
    String reason =
        busy
            ? "another program has it open; close that first"
            : cause.getMessage() + "; keep a copy of it and restore a backup";
    return new IOException("the journal " + file + " cannot be opened: " + reason, cause);
  }
}
