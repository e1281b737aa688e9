package dev.leasehold.node.deliver;

import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteConfig;

/** Opens the file of messages, and makes its tables. */
final class DeliveryFile {

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS place (id INTEGER PRIMARY KEY CHECK (id = 1),"
              + " source TEXT NOT NULL, position INTEGER NOT NULL) STRICT",
          "CREATE TABLE IF NOT EXISTS deliveries (number INTEGER PRIMARY KEY, subscription TEXT NOT"
              + " NULL, id TEXT NOT NULL, type TEXT NOT NULL, form INTEGER NOT NULL, body BLOB NOT"
              + " NULL, state INTEGER NOT NULL, attempts INTEGER NOT NULL, created_nanos INTEGER"
              + " NOT NULL, next_nanos INTEGER NOT NULL, ended_nanos INTEGER NOT NULL, error TEXT"
              + " NOT NULL, UNIQUE (subscription, id)) STRICT",
          "CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries"
              + " (state, subscription, next_nanos, number)",
          "CREATE INDEX IF NOT EXISTS deliveries_by_subscription ON deliveries"
              + " (subscription, number)",
          "CREATE TABLE IF NOT EXISTS forgotten (subscription TEXT PRIMARY KEY,"
              + " count INTEGER NOT NULL) STRICT");

  /** Messages that were on their way when the last session ended wait again. */
  private static final String WAIT_AGAIN =
      "UPDATE deliveries SET state = %d WHERE state = %d"
          .formatted(DeliveryState.WAITING.ordinal(), DeliveryState.SENDING.ordinal());

  private DeliveryFile() {}

  static Connection open(Path file) throws IOException {
    OwnerOnly.file(file);
    SQLiteConfig config = new SQLiteConfig();
    config.setGetGeneratedKeys(false);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(5_000);
    try {
      Connection connection = config.createConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        for (String table : TABLES) {
          statement.execute(table);
        }
        statement.execute(WAIT_AGAIN);
        connection.setAutoCommit(false);
        return connection;
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new IOException(
          file
              + " cannot be opened: "
              + e.getMessage()
              + "; move it aside to start without what waits to be delivered",
          e);
    }
  }
}
