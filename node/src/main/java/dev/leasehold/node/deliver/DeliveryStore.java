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

  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> rows(String query, RowReader<T> reader, Object... parameters)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(query);
        ResultSet row = bound(select, parameters).executeQuery()) {
      while (row.next()) {
        found.add(reader.read(row));
      }
    }
    return found;
  }

  /** Gives the first column of the first row, or the other figure where there is none. */
  private long number(long otherwise, String query, Object... parameters) throws SQLException {
    List<Long> found =
        rows(query, row -> row.getObject(1) == null ? otherwise : row.getLong(1), parameters);
    return found.isEmpty() ? otherwise : found.get(0);
  }

  /** Gives the number of rows that it has changed. */
  private int change(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return bound(statement, parameters).executeUpdate();
    }
  }

  private static PreparedStatement bound(PreparedStatement statement, Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  /** The position up to which this journal was read; the other if it was another journal. */
  long position(String source, long otherwise) throws IOException {
    return in(() -> number(otherwise, "SELECT position FROM place WHERE source = ?", source));
  }

  /** Puts messages into the queue, each once, and moves on, in one step. */
  void add(List<Delivery> deliveries, String source, long position) throws IOException {
    in(
        () -> {
          insert(deliveries);
          return change("INSERT OR REPLACE INTO place VALUES (1, ?, ?)", source, position);
        });
  }

  /** Puts one more message into the queue. */
  void add(Delivery delivery) throws IOException {
    in(() -> insert(List.of(delivery)));
  }

  private int[] insert(List<Delivery> deliveries) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT OR IGNORE INTO deliveries (subscription, id, type, form, body, state, attempts,"
                + " created_nanos, next_nanos, ended_nanos, error) VALUES"
                + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (Delivery delivery : deliveries) {
        bound(
                insert,
                delivery.subscription(),
                delivery.id(),
                delivery.type(),
                delivery.form(),
                delivery.body(),
                delivery.state().ordinal(),
                delivery.attempts(),
                delivery.createdWallNanos(),
                delivery.nextWallNanos(),
                delivery.endedWallNanos(),
                delivery.error())
            .addBatch();
      }
      return insert.executeBatch();
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
              bound(
                      update,
                      delivery.body(),
                      delivery.state().ordinal(),
                      delivery.attempts(),
                      delivery.nextWallNanos(),
                      delivery.endedWallNanos(),
                      delivery.error(),
                      delivery.subscription(),
                      delivery.id())
                  .addBatch();
            }
            return update.executeBatch();
          }
        });
  }

  /** How many messages wait or are on their way, by subscription. */
  Map<String, Integer> waiting() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    in(
        () ->
            rows(
                "SELECT subscription, count(*) FROM deliveries WHERE state IN (0, 4) GROUP BY"
                    + " subscription",
                row -> counts.put(row.getString(1), row.getInt(2))));
    return counts;
  }

  /** Messages to one address that are due, the first first. */
  List<Delivery> due(String subscription, long wallNanos, int limit) throws IOException {
    String due =
        COLUMNS
            + " WHERE state = 0 AND subscription = ? AND next_nanos <= ?"
            + " ORDER BY next_nanos, number LIMIT ?";
    return in(() -> rows(due, DeliveryStore::read, subscription, wallNanos, limit));
  }

  /** When the next message to an address is due; the largest figure if none waits. */
  long nextDue(String subscription) throws IOException {
    return in(
        () ->
            number(
                Long.MAX_VALUE,
                "SELECT min(next_nanos) FROM deliveries WHERE state = 0 AND subscription = ?",
                subscription));
  }

  /** Lets no message wait for longer than until then: its time may be of a clock that was wrong. */
  void hasten(long latestWallNanos) throws IOException {
    in(
        () ->
            change(
                "UPDATE deliveries SET next_nanos = ?1 WHERE state = 0 AND next_nanos > ?1",
                latestWallNanos));
  }

  /** Messages to one address, the newest first. */
  List<Delivery> newest(String subscription, int limit) throws IOException {
    String newest = COLUMNS + " WHERE subscription = ? ORDER BY number DESC LIMIT ?";
    return in(() -> rows(newest, DeliveryStore::read, subscription, limit));
  }

  private static Delivery read(ResultSet row) throws SQLException {
    return new Delivery(
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
        row.getString(11));
  }

  DeliveryReport report(String subscription) throws IOException {
    return in(
        () -> {
          long lastDelivered =
              number(
                  0,
                  "SELECT max(ended_nanos) FROM deliveries WHERE state = 1 AND subscription = ?",
                  subscription);
          return new DeliveryReport(
              lastDelivered,
              count(DeliveryState.WAITING, subscription)
                  + count(DeliveryState.SENDING, subscription),
              count(DeliveryState.FAILED, subscription),
              number(0, "SELECT count FROM forgotten WHERE subscription = ?", subscription),
              lastError(subscription, lastDelivered));
        });
  }

  private int count(DeliveryState state, String subscription) throws SQLException {
    return (int)
        number(
            0,
            "SELECT count(*) FROM deliveries WHERE state = ? AND subscription = ?",
            state.ordinal(),
            subscription);
  }

  /** Of messages that failed for good since the last success, and of those that are tried again. */
  private String lastError(String subscription, long lastDelivered) throws SQLException {
    List<String> found =
        rows(
            "SELECT error FROM deliveries WHERE subscription = ? AND error <> '' AND (state IN (0,"
                + " 4) OR (state = 2 AND ended_nanos >= ?)) ORDER BY attempts = 0, number DESC"
                + " LIMIT 1",
            row -> row.getString(1),
            subscription,
            lastDelivered);
    return found.isEmpty() ? "" : found.get(0);
  }

  /** Puts dead letters into the queue again; all of them if none is named. */
  int resend(String subscription, List<String> ids) throws IOException {
    String some = ids.isEmpty() ? "" : " AND id IN (" + "?, ".repeat(ids.size() - 1) + "?)";
    List<String> parameters = new ArrayList<>(List.of(subscription));
    parameters.addAll(ids);
    return in(
        () ->
            change(
                "UPDATE deliveries SET state = 0, attempts = 0, next_nanos = 0, ended_nanos = 0"
                    + " WHERE state = 2 AND subscription = ?"
                    + some,
                parameters.toArray()));
  }

  /** Forgets all about a subscription that is no more. */
  void remove(String subscription) throws IOException {
    in(
        () ->
            change("DELETE FROM deliveries WHERE subscription = ?", subscription)
                + change("DELETE FROM forgotten WHERE subscription = ?", subscription));
  }

  /** The subscriptions that something is kept of. */
  List<String> subscriptions() throws IOException {
    return in(() -> rows("SELECT DISTINCT subscription FROM deliveries", row -> row.getString(1)));
  }

  /** Forgets the oldest of what was delivered or dropped, and of dead letters, and counts these. */
  void trim(String subscription) throws IOException {
    in(
        () -> {
          trim(subscription, "state IN (1, 3)", KEPT_DELIVERED);
          int forgotten = trim(subscription, "state = 2", KEPT_FAILED);
          return forgotten == 0
              ? 0
              : change(
                  "INSERT INTO forgotten VALUES (?, ?) ON CONFLICT (subscription) DO UPDATE SET"
                      + " count = count + excluded.count",
                  subscription,
                  forgotten);
        });
  }

  private int trim(String subscription, String which, int kept) throws SQLException {
    return change(
        "DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE"
            + " subscription = ? AND "
            + which
            + " ORDER BY number DESC LIMIT -1 OFFSET ?)",
        subscription,
        kept);
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
