package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code leasehold.db} as it was at one moment, and changes nothing. The moment lasts until
 * it is closed, so the server's log of that file grows meanwhile.
 */
public final class TablesReader implements AutoCloseable {

  public static final String FILE_NAME = "leasehold.db";

  /** Something to read. */
  public interface Reading<T> {
    T of(Connection connection) throws SQLException;
  }

  private final JournalFiles files;
  private final Connection connection;
  private final long position;

  /**
   * The state that is kept for a quick start.
   *
   * @param sha256 of the state
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  public record KeptState(long block, byte[] blockHash, byte[] sha256) {}

  private TablesReader(JournalFiles files, Connection connection) throws SQLException {
    this.files = files;
    this.connection = connection;
    this.position = numberOf("SELECT position FROM feed");
  }

  /** Opens the tables of a directory; null if it has none. */
  public static @Nullable TablesReader open(Path directory) throws IOException {
    Path main = directory.resolve(FILE_NAME);
    if (!Files.isRegularFile(main)) {
      return null;
    }
    JournalFiles files = JournalFiles.of(directory, main);
    try {
      Connection connection = DriverManager.getConnection(files.url());
      try {
        connection.setAutoCommit(false);
        return new TablesReader(files, connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      files.removeCopy();
      throw unreadable(e);
    }
  }

  /** The position of the newest event in the tables; 0 if they have none. */
  public long position() {
    return position;
  }

  /** The state for a quick start; null if none is kept. */
  public @Nullable KeptState keptState() throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT block, block_hash, sha256 FROM kernel_states ORDER BY id DESC LIMIT 1")) {
      return row.next() ? new KeptState(row.getLong(1), row.getBytes(2), row.getBytes(3)) : null;
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Reads something of that moment. */
  public <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.of(connection);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private long numberOf(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private static IOException unreadable(SQLException e) {
    return new IOException(
        FILE_NAME + " cannot be read (" + e.getMessage() + "); remove it to have it built anew", e);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw unreadable(e);
    } finally {
      files.removeCopy();
    }
  }
}
