package dev.leasehold.node.tools;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Changes a journal's file behind Leasehold's back. */
final class Sql {

  private Sql() {}

  static void execute(Path directory, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("journal.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
