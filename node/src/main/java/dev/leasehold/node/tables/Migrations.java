package dev.leasehold.node.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteDataSource;

/**
 * Brings the tables to the newest version. Flyway takes some tenths of a second even where there is
 * nothing to do, so the file says by itself whether it has the newest.
 */
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
          "V12__sum_up_what_is_spent.sql");

  /** The number of the last script. */
  static final int NEWEST = SCRIPTS.size();

  /**
   * Rows of tables before this version say it in other words, or lack what the journal tells, and
   * are not read any more.
   */
  static final int OLDEST_READ = 12;

  /** Flyway's own table, as far as the scripts know it. */
  private static final String VERSIONS =
      "CREATE TABLE schema_versions (version TEXT, description TEXT, script TEXT, success INT)";

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
          file
              + " has version "
              + version
              + " of the tables and this Leasehold knows "
              + NEWEST
              + "; start the version that wrote it, or remove the file to have it built anew");
    }
    if (isOutdated(version)) {
      return false;
    }
    if (version < NEWEST) {
      migrate(file);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA user_version = " + NEWEST);
      }
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

  /** Makes the tables in an empty file that will not be kept, without Flyway. */
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
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA user_version")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private static void migrate(Path file) throws IOException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    try {
      Flyway.configure(Migrations.class.getClassLoader())
          .loggers("slf4j")
          .dataSource(source)
          .locations("classpath:" + LOCATION)
          .table("schema_versions")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new IOException("the tables in " + file + " cannot be brought up to date", e);
    }
  }
}
