package dev.leasehold.testing.process;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.LeaseEvent;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The blocks in a journal's file, read and changed behind Leasehold's back. */
final class JournalRows implements AutoCloseable {

  /** One row. */
  record Row(long number, long firstPosition, byte[] events) {

    /** The requests that the block's events come from. */
    Set<String> requestIds() {
      Set<String> ids = new HashSet<>();
      BytesIn in = new BytesIn(events);
      while (in.hasRemaining()) {
        switch (EventCodec.read(in)) {
          case LeaseEvent.Granted e -> ids.add(e.claim().request().requestId());
          case LeaseEvent.Renewed e -> ids.add(e.request().requestId());
          case LeaseEvent.Ended e -> ids.add(e.request().requestId());
          default -> {}
        }
      }
      return ids;
    }
  }

  private final Connection connection;

  private JournalRows(Connection connection) {
    this.connection = connection;
  }

  /** Opens the journal of a directory that no server has. Closing empties the write-ahead log. */
  static JournalRows open(Path dataDirectory) throws SQLException {
    String file = dataDirectory.resolve("journal.db").toString();
    return new JournalRows(DriverManager.getConnection("jdbc:sqlite:" + file));
  }

  List<Row> all() throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT number, first_position, events FROM blocks ORDER BY number")) {
      while (row.next()) {
        rows.add(new Row(row.getLong(1), row.getLong(2), row.getBytes(3)));
      }
    }
    return rows;
  }

  Row middle() throws SQLException {
    return all().get(all().size() / 2);
  }

  Row last() throws SQLException {
    return all().get(all().size() - 1);
  }

  /** The block that the last mark of the clock followed. */
  long markedBlock() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT block FROM clock")) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  void replaceEvents(Row row, byte[] events) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE blocks SET events = ? WHERE number = ?")) {
      update.setBytes(1, events);
      update.setLong(2, row.number());
      update.executeUpdate();
    }
  }

  void delete(Row row) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM blocks WHERE number = " + row.number());
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
