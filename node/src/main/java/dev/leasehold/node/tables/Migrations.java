package dev.leasehold.node.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/** Brings the tables to the newest version, which the file then says it has. */
public final class Migrations {

  private static final String LOCATION = "dev/leasehold/node/tables/migrations";

  private static final List<String> SCRIPTS =
      List.of(
          "V1__create_leases_table.sql",
          "V2__create_lease_history_table.sql",
          "V3__create_lease_config_table.sql",
          "V4__create_migration_tracking_table.sql",
          "V5__create_feed_tables.sql",
          "V6__let_ids_come_twice.sql",
          "V7__tell_which_event_ended_a_lease.sql",
          "V8__find_requests_by_parts.sql",
          "V9__show_paths_as_they_are.sql",
          "V10__read_history_off_the_leases.sql",
          "V11__know_ids_by_filters.sql",
          "V12__sum_up_what_is_spent.sql",
          "V13__cut_indexes_smaller.sql");

  /** The number of the last script. */
  static final int NEWEST = SCRIPTS.size();

  /**
   * Rows of tables before this version say it in other words, or lack what the journal tells, and
   * are not read any more.
   */
  static final int OLDEST_READ = 12;

  /** Which scripts were applied. It has the columns that Flyway gave it in older files. */
  private static final String VERSIONS =
      """
      CREATE TABLE IF NOT EXISTS schema_versions (
        installed_rank INT NOT NULL PRIMARY KEY,
        version VARCHAR(50),
        description VARCHAR(200) NOT NULL,
        type VARCHAR(20) NOT NULL,
        script VARCHAR(1000) NOT NULL,
        checksum INT,
        installed_by VARCHAR(100) NOT NULL,
        installed_on TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')),
        execution_time INT NOT NULL,
        success BOOLEAN NOT NULL
      )
      """;

  private static final String APPLIED =
      "INSERT INTO schema_versions (installed_rank, version, description, type, script,"
          + " installed_by, execution_time, success) VALUES (?1, ?1, ?2, 'SQL', ?3, '', 0, 1)";

  private Migrations() {}

  /**
   * Brings the tables to the newest version, unless they are to be built anew.
   *
   * @return whether they can be read
   */
  static boolean apply(Path file, Connection connection) throws SQLException, IOException {
    int version = version(connection);
    if (version > NEWEST) {
      throw new IOException(
          ("%s has version %s of the tables and this Leasehold knows %s; start the version that"
                  + " wrote it, or remove the file to have it built anew")
              .formatted(file, version, NEWEST));
    }
    if (isOutdated(version)) {
      return false;
    }
    if (version < NEWEST) {
      migrate(file, NEWEST);
    }
    return true;
  }

  /**
   * Whether the tables of a version are built anew by a start.
   *
   * @param version 0 for a file without tables
   */
  private static boolean isOutdated(int version) {
    return version > 0 && version < OLDEST_READ;
  }

  /** Whether the next start builds the tables anew, because an older Leasehold wrote them. */
  public static boolean areOutdated(Connection connection) throws SQLException {
    return isOutdated(version(connection));
  }

  /** Makes the tables in an empty file that will not be kept. */
  public static void create(Statement statement) throws SQLException {
    statement.execute(VERSIONS);
    for (String script : SCRIPTS) {
      statement.executeUpdate(read(LOCATION + "/" + script));
    }
  }

  private static String read(String resource) {
    try (InputStream in = Migrations.class.getClassLoader().getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int version(Connection connection) throws SQLException {
    return (int) Sql.number(connection, "PRAGMA user_version");
  }

  /**
   * Applies the scripts that the file has not seen yet, up to one of them, all or none. On a
   * connection of its own: SQLite reads the statistics, which scripts set, when a connection reads
   * the tables for the first time.
   */
  static void migrate(Path file, int last) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(VERSIONS);
      int applied = lastApplied(connection);
      for (String script : SCRIPTS.subList(applied, last)) {
        applied++;
        statement.executeUpdate(read(LOCATION + "/" + script));
        Sql.execute(connection, APPLIED, applied, description(script), script);
      }
      if (applied == NEWEST) {
        statement.execute("PRAGMA user_version = " + NEWEST);
      }
      connection.commit();
    }
  }

  /** An older Leasehold that was killed at its first start has left some scripts for the next. */
  private static int lastApplied(Connection connection) throws SQLException {
    return (int)
        Sql.number(connection, "SELECT max(CAST(version AS INTEGER)) FROM schema_versions");
  }

  /**
   * Reads a description off the name of a script: {@code V5__create_feed_tables.sql} creates feed
   * tables.
   */
  private static String description(String script) {
    int begin = script.indexOf("__") + 2;
    return script.substring(begin, script.length() - ".sql".length()).replace('_', ' ');
  }
}
