package dev.leasehold.node.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Finds the position that the history had reached at some time. */
final class Moments {

  private Moments() {}

  /**
   * The position of the last event up to that time, by halving; 0 if there is none. Where the wall
   * clock was set back, it is one of the positions that it fits.
   */
  static long positionAt(Connection connection, long wallNanos) throws SQLException {
    return positionAt(connection, "event_nanos", wallNanos);
  }

  /** The position of the last event up to that tick; 0 if there is none. */
  static long positionAtTick(Connection connection, long tick) throws SQLException {
    return positionAt(connection, "tick", tick);
  }

  private static long positionAt(Connection connection, String column, long moment)
      throws SQLException {
    try (PreparedStatement next =
        connection.prepareStatement(
            "SELECT position, "
                + column
                + " FROM lease_history WHERE position > ? ORDER BY position LIMIT 1")) {
      long known = 0;
      long end = newest(connection);
      while (known < end) {
        long middle = known + (end - known) / 2;
        next.setLong(1, middle);
        try (ResultSet row = next.executeQuery()) {
          if (row.next() && row.getLong(2) <= moment) {
            known = row.getLong(1);
          } else {
            end = middle;
          }
        }
      }
      return firstIsLater(connection, column, moment) ? 0 : known;
    }
  }

  private static long newest(Connection connection) throws SQLException {
    return number(connection, "SELECT max(position) FROM lease_history");
  }

  private static boolean firstIsLater(Connection connection, String column, long moment)
      throws SQLException {
    return number(connection, "SELECT " + column + " FROM lease_history ORDER BY position LIMIT 1")
        > moment;
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }
}
