package dev.leasehold.node.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Runs a statement once, with numbers for parameters. */
public final class Sql {

  private Sql() {}

  /** Returns the first column of the first row; 0 if there is no row. */
  public static long number(Connection connection, String query, long... parameters)
      throws SQLException {
    try (PreparedStatement select = bound(connection, query, parameters);
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  /** Returns the number of rows that the statement has changed. */
  public static int execute(Connection connection, String change, long... parameters)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, change, parameters)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement bound(Connection connection, String sql, long... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setLong(i + 1, parameters[i]);
    }
    return statement;
  }
}
