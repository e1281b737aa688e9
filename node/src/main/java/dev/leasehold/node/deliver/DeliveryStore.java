package dev.leasehold.node.deliver;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The file with the messages that are not delivered yet, those that could not be, the newest of
 * those that were, and the position up to which the journal was read for them. A commit may be lost
 * by a power cut, but none in the middle of others: then some is read and sent once more. Safe for
 * any thread.
 */
public final class DeliveryStore implements AutoCloseable {

  public static final String FILE_NAME = "deliveries.db";

  /** Delivered messages that are shown for each address. */
  static final int KEPT_DELIVERED = 100;

  /** Dead letters that are kept for each address: somebody may resend a bad day of them. */
  static final int KEPT_FAILED = 10_000;

  private static final String COLUMNS =
      "SELECT subscription, id, type, form, body, state, attempts, created_nanos, next_nanos,"
          + " ended_nanos, error FROM deliveries";

  private final Connection connection;

  private DeliveryStore(Connection connection) {
    this.connection = connection;
  }

  /**
   * @throws IOException with a sentence for the person who started the server
   */
  public static DeliveryStore open(Path dataDirectory) throws IOException {
    return new DeliveryStore(DeliveryFile.open(dataDirectory.resolve(FILE_NAME)));
  }

  private interface Transaction<T> {
    T run() throws SQLException;
  }

  private synchronized <T> T in(Transaction<T> transaction) throws IOException {
    try {
      T result = transaction.run();
      connection.commit();
      return result;
    } catch (SQLException e) {
      try {
        connection.rollback();
      } catch (SQLException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw new IOException(FILE_NAME + ": " + e.getMessage(), e);
    }
  }

  /** The position up to which this journal was read; the other if it was another journal. */
  long position(String source, long otherwise) throws IOException {
    return in(
        () -> {
          try (PreparedStatement query =
              connection.prepareStatement("SELECT position FROM place WHERE source = ?")) {
            query.setString(1, source);
            try (ResultSet row = query.executeQuery()) {
              return row.next() ? row.getLong(1) : otherwise;
            }
          }
        });
  }

  /** Puts messages into the queue, each once, and moves on, in one step. */
  void add(List<Delivery> deliveries, String source, long position) throws IOException {
    in(
        () -> {
          insert(deliveries);
          try (PreparedStatement update =
              connection.prepareStatement("INSERT OR REPLACE INTO place VALUES (1, ?, ?)")) {
            update.setString(1, source);
            update.setLong(2, position);
            return update.executeUpdate();
          }
        });
  }

  /** Puts one more message into the queue. */
  void add(Delivery delivery) throws IOException {
    in(
        () -> {
          insert(List.of(delivery));
          return true;
        });
  }

  private void insert(List<Delivery> deliveries) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT OR IGNORE INTO deliveries (subscription, id, type, form, body, state, attempts,"
                + " created_nanos, next_nanos, ended_nanos, error) VALUES"
                + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (Delivery delivery : deliveries) {
        insert.setString(1, delivery.subscription());
        insert.setString(2, delivery.id());
        insert.setString(3, delivery.type());
        insert.setInt(4, delivery.form());
        insert.setBytes(5, delivery.body());
        insert.setInt(6, delivery.state().ordinal());
        insert.setInt(7, delivery.attempts());
        insert.setLong(8, delivery.createdWallNanos());
        insert.setLong(9, delivery.nextWallNanos());
        insert.setLong(10, delivery.endedWallNanos());
        insert.setString(11, delivery.error());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Writes down what has become of messages that wait. One that is gone stays so. */
  void update(List<Delivery> deliveries) throws IOException {
    in(
        () -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE deliveries SET body = ?, state = ?, attempts = ?, next_nanos = ?,"
                      + " ended_nanos = ?, error = ? WHERE subscription = ? AND id = ?")) {
            for (Delivery delivery : deliveries) {
              update.setBytes(1, delivery.body());
              update.setInt(2, delivery.state().ordinal());
              update.setInt(3, delivery.attempts());
              update.setLong(4, delivery.nextWallNanos());
              update.setLong(5, delivery.endedWallNanos());
              update.setString(6, delivery.error());
              update.setString(7, delivery.subscription());
              update.setString(8, delivery.id());
              update.addBatch();
            }
            return update.executeBatch();
          }
        });
  }

  /** How many messages wait or are on their way, by subscription. */
  Map<String, Integer> waiting() throws IOException {
    return in(
        () -> {
          Map<String, Integer> counts = new HashMap<>();
          try (PreparedStatement query =
                  connection.prepareStatement(
                      "SELECT subscription, count(*) FROM deliveries WHERE state IN (0, 4) GROUP BY"
                          + " subscription");
              ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
              counts.put(rows.getString(1), rows.getInt(2));
            }
          }
          return counts;
        });
  }

  /** Messages to one address that are due, the first first. */
  List<Delivery> due(String subscription, long wallNanos, int limit) throws IOException {
    return in(
        () -> {
          try (PreparedStatement query =
              connection.prepareStatement(
                  COLUMNS
                      + " WHERE state = 0 AND subscription = ? AND next_nanos <= ?"
                      + " ORDER BY next_nanos, number LIMIT ?")) {
            query.setString(1, subscription);
            query.setLong(2, wallNanos);
            query.setInt(3, limit);
            return read(query);
          }
        });
  }

  /** When the next message to an address is due; the largest figure if none waits. */
  long nextDue(String subscription) throws IOException {
    return in(
        () -> {
          try (PreparedStatement query =
              connection.prepareStatement(
                  "SELECT min(next_nanos) FROM deliveries WHERE state = 0 AND subscription = ?")) {
            query.setString(1, subscription);
            try (ResultSet row = query.executeQuery()) {
              long least = row.next() ? row.getLong(1) : 0;
              return row.wasNull() ? Long.MAX_VALUE : least;
            }
          }
        });
  }

  /** Lets no message wait for longer than until then: its time may be of a clock that was wrong. */
  void hasten(long latestWallNanos) throws IOException {
    in(
        () -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE deliveries SET next_nanos = ?1 WHERE state = 0 AND next_nanos > ?1")) {
            update.setLong(1, latestWallNanos);
            return update.executeUpdate();
          }
        });
  }

  /** Messages to one address, the newest first. */
  List<Delivery> newest(String subscription, int limit) throws IOException {
    return in(
        () -> {
          try (PreparedStatement query =
              connection.prepareStatement(
                  COLUMNS + " WHERE subscription = ? ORDER BY number DESC LIMIT ?")) {
            query.setString(1, subscription);
            query.setInt(2, limit);
            return read(query);
          }
        });
  }

  private static List<Delivery> read(PreparedStatement query) throws SQLException {
    List<Delivery> found = new ArrayList<>();
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        found.add(
            new Delivery(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                Objects.requireNonNullElse(row.getBytes(5), new byte[0]),
                DeliveryState.values()[row.getInt(6)],
                row.getInt(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10),
                row.getString(11)));
      }
    }
    return found;
  }

  DeliveryReport report(String subscription) throws IOException {
    return in(
        () -> {
          long lastDelivered =
              number(
                  "SELECT max(ended_nanos) FROM deliveries WHERE state = 1 AND subscription = ?",
                  subscription);
          int waiting =
              (int)
                  (count(DeliveryState.WAITING, subscription)
                      + count(DeliveryState.SENDING, subscription));
          int failed = (int) count(DeliveryState.FAILED, subscription);
          long forgotten =
              number("SELECT count FROM forgotten WHERE subscription = ?", subscription);
          return new DeliveryReport(
              lastDelivered, waiting, failed, forgotten, lastError(subscription, lastDelivered));
        });
  }

  private long count(DeliveryState state, String subscription) throws SQLException {
    return number(
        "SELECT count(*) FROM deliveries WHERE state = "
            + state.ordinal()
            + " AND subscription = ?",
        subscription);
  }

  /** Of messages that failed for good since the last success, and of those that are tried again. */
  private String lastError(String subscription, long lastDelivered) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT error FROM deliveries WHERE subscription = ? AND error <> '' AND (state IN (0,"
                + " 4) OR (state = 2 AND ended_nanos >= ?)) ORDER BY attempts = 0, number DESC"
                + " LIMIT 1")) {
      query.setString(1, subscription);
      query.setLong(2, lastDelivered);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  private long number(String sql, String subscription) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, subscription);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }
  }

  /** Puts dead letters into the queue again; all of them if none is named. */
  int resend(String subscription, List<String> ids) throws IOException {
    return in(
        () -> {
          String some = ids.isEmpty() ? "" : " AND id IN (" + "?, ".repeat(ids.size() - 1) + "?)";
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE deliveries SET state = 0, attempts = 0, next_nanos = 0, ended_nanos = 0"
                      + " WHERE state = 2 AND subscription = ?"
                      + some)) {
            update.setString(1, subscription);
            for (int i = 0; i < ids.size(); i++) {
              update.setString(2 + i, ids.get(i));
            }
            return update.executeUpdate();
          }
        });
  }

  /** Forgets all about a subscription that is no more. */
  void remove(String subscription) throws IOException {
    in(
        () -> {
          for (String table : List.of("deliveries", "forgotten")) {
            try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM " + table + " WHERE subscription = ?")) {
              delete.setString(1, subscription);
              delete.executeUpdate();
            }
          }
          return true;
        });
  }

  /** The subscriptions that something is kept of. */
  List<String> subscriptions() throws IOException {
    return in(
        () -> {
          List<String> found = new ArrayList<>();
          try (PreparedStatement query =
                  connection.prepareStatement("SELECT DISTINCT subscription FROM deliveries");
              ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
              found.add(rows.getString(1));
            }
          }
          return found;
        });
  }

  /** Forgets the oldest of what was delivered or dropped, and of dead letters, and counts these. */
  void trim(String subscription) throws IOException {
    in(
        () -> {
          trim(subscription, "state IN (1, 3)", KEPT_DELIVERED);
          int forgotten = trim(subscription, "state = 2", KEPT_FAILED);
          if (forgotten > 0) {
            try (PreparedStatement add =
                connection.prepareStatement(
                    "INSERT INTO forgotten VALUES (?, ?) ON CONFLICT (subscription) DO UPDATE SET"
                        + " count = count + excluded.count")) {
              add.setString(1, subscription);
              add.setInt(2, forgotten);
              add.executeUpdate();
            }
          }
          return true;
        });
  }

  private int trim(String subscription, String which, int kept) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE"
                + " subscription = ? AND "
                + which
                + " ORDER BY number DESC LIMIT -1 OFFSET ?)")) {
      delete.setString(1, subscription);
      delete.setInt(2, kept);
      return delete.executeUpdate();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException(FILE_NAME + ": " + e.getMessage(), e);
    }
  }
}
