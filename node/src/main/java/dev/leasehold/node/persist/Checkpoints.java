package dev.leasehold.node.persist;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of signed checkpoints. */
final class Checkpoints {

  private static final String INSERT =
      """
      INSERT OR REPLACE INTO checkpoints (block, position, tick, hash, key_id, signature)
        VALUES (?, ?, ?, ?, ?, ?)\
      """;
  private static final String SELECT =
      "SELECT block, position, tick, hash, key_id, signature FROM checkpoints ORDER BY block";

  private Checkpoints() {}

  static void add(Connection connection, Checkpoint checkpoint) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, checkpoint.head().block());
      insert.setLong(2, checkpoint.head().position());
      insert.setLong(3, checkpoint.head().tick());
      insert.setBytes(4, checkpoint.head().hash());
      insert.setString(5, checkpoint.keyId());
      insert.setBytes(6, checkpoint.signature());
      insert.executeUpdate();
    }
  }

  static @Nullable Checkpoint last(Connection connection) throws SQLException {
    List<Checkpoint> last = read(connection, SELECT + " DESC LIMIT 1");
    return last.isEmpty() ? null : last.get(0);
  }

  /** All signed checkpoints, the oldest first. */
  static List<Checkpoint> all(Connection connection) throws SQLException {
    return read(connection, SELECT);
  }

  /**
   * Checks that the chain has reached the signed block, with the signed hash.
   *
   * @param lastBlock that is there, even if it is cut off
   */
  static void requireReached(@Nullable Checkpoint signed, Head head, long lastBlock)
      throws JournalDamagedException {
    if (signed != null && signed.head().block() > lastBlock) {
      throw JournalDamagedException.atBlock(lastBlock + 1, head.position() + 1, "is missing");
    }
    if (signed != null
        && signed.head().block() == head.block()
        && !Arrays.equals(signed.head().hash(), head.hash())) {
      throw JournalDamagedException.atBlock(
          head.block(), head.position(), "is not the block that the registrar signed");
    }
  }

  private static List<Checkpoint> read(Connection connection, String query) throws SQLException {
    List<Checkpoint> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        found.add(
            new Checkpoint(
                new Head(row.getLong(1), row.getLong(2), row.getLong(3), bytesOf(row, 4)),
                Objects.requireNonNullElse(row.getString(5), ""),
                bytesOf(row, 6)));
      }
    }
    return found;
  }

  private static byte[] bytesOf(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNullElse(row.getBytes(column), new byte[0]);
  }
}
