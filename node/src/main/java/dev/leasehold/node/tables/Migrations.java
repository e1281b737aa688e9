package dev.leasehold.node.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteDataSource;

/**
 * Brings the tables to the newest version. Flyway takes some tenths of a second even where there is
 * nothing to do, so the file says by itself whether it has the newest.
 */
final class Migrations {

  /** The number of the last script. */
  static final int NEWEST = 5;

  private Migrations() {}

  static void apply(Path file, Connection connection) throws SQLException, IOException {
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
    if (version < NEWEST) {
      migrate(file);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA user_version = " + NEWEST);
      }
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
          .locations("classpath:dev/leasehold/node/tables/migrations")
          .table("schema_versions")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new IOException("the tables in " + file + " cannot be brought up to date", e);
    }
  }
}
