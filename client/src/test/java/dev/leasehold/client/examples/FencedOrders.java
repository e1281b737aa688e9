package dev.leasehold.client.examples;

import dev.leasehold.client.guard.FencePath;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A table that fences itself. The row keeps the largest fence path that wrote it, and one UPDATE
 * compares and sets: nothing can come between the check and the write, whatever was paused where.
 */
final class FencedOrders {

  static final String TABLE =
      "CREATE TABLE orders (id TEXT PRIMARY KEY, body TEXT NOT NULL, fence TEXT NOT NULL)";

  /** A later path, the same, or a parent's; a parent's does not lower what is kept. */
  private static final String UPDATE =
      "UPDATE orders SET body = ?1, fence = CASE WHEN fence > ?2 THEN fence ELSE ?2 END"
          + " WHERE id = ?3 AND (fence <= ?2 OR substr(fence, 1, length(?2)) = ?2)";

  private final Connection connection;

  FencedOrders(Connection connection) {
    this.connection = connection;
  }

  /**
   * @return false, with nothing written, if a newer lease has written the order, or there is none
   */
  boolean write(String id, String body, FencePath fencePath) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
      update.setString(1, body);
      update.setString(2, fencePath.toText());
      update.setString(3, id);
      return update.executeUpdate() == 1;
    }
  }
}
