package dev.leasehold.node.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a statement once, with numbers, texts and bytes for parameters. */
public final class Sql {

  private Sql() {}

  /** Reads one row. */
  public interface RowReader<T> {
    @Nullable T read(ResultSet row) throws SQLException;
  }

  /** Returns the first column of the first row; 0 if there is no row. */
  public static long number(Connection connection, String query, Object... parameters)
      throws SQLException {
    Long found = first(connection, query, row -> row.getLong(1), parameters);
    return found == null ? 0 : found;
  }

  /** Returns what is read from the first row; null if there is no row. */
  public static <T> @Nullable T first(
      Connection connection, String query, RowReader<T> reader, Object... parameters)
      throws SQLException {
    try (PreparedStatement select = bound(connection, query, parameters);
        ResultSet row = select.executeQuery()) {
      return row.next() ? reader.read(row) : null;
    }
  }

  /** Returns what is read from each row. */
  public static <T> List<T> all(
      Connection connection, String query, RowReader<T> reader, Object... parameters)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement select = bound(connection, query, parameters);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        found.add(reader.read(row));
      }
    }
    return found;
  }

  /** Returns the number of rows that the statement has changed. */
  public static int execute(Connection connection, String change, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, change, parameters)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement bound(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
