package dev.leasehold.node.tables;

import dev.leasehold.kernel.ConfigKey;
import dev.leasehold.kernel.Event;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/**
 * The settings as rows of {@code lease_configs}, for people, and those that the tables themselves
 * heed. To change a row changes nothing: settings are changed by a command.
 */
final class ConfigRows {

  private volatile boolean keepsHistory = true;
  private volatile int retentionDays;

  /** Where history was last switched on; what was told before does not count any more. */
  private volatile long keptFrom;

  /** Makes sure that every key has a row, and reads what counts here. */
  void prepare(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT OR IGNORE INTO lease_configs (id, config_key, config_value, value_type,"
                + " description, created_at, updated_at)"
                + " VALUES (?, ?, ?, ?, ?, unixepoch(), unixepoch())")) {
      Binder row = new Binder(insert);
      for (ConfigKey key : ConfigKey.values()) {
        row.begin()
            .text(key.text())
            .text(key.text())
            .text(key.defaultValue())
            .text(key.type())
            .text(key.description())
            .execute();
      }
    }
    read(connection);
  }

  /** As far as has been committed. */
  void read(Connection connection) throws SQLException {
    heed(ConfigKey.KEEP_HISTORY.text(), value(connection, ConfigKey.KEEP_HISTORY));
    heed(
        ConfigKey.HISTORY_RETENTION_DAYS.text(),
        value(connection, ConfigKey.HISTORY_RETENTION_DAYS));
    keptFrom = keptFrom(connection);
  }

  private static String value(Connection connection, ConfigKey key) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT config_value FROM lease_configs WHERE config_key = ?")) {
      select.setString(1, key.text());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Objects.requireNonNull(row.getString(1)) : key.defaultValue();
      }
    }
  }

  private void heed(String key, String value) {
    if (key.equals(ConfigKey.KEEP_HISTORY.text())) {
      keepsHistory = Boolean.parseBoolean(value);
    } else if (key.equals(ConfigKey.HISTORY_RETENTION_DAYS.text())) {
      retentionDays = Integer.parseInt(value);
    }
  }

  void change(Connection connection, Event.ConfigChanged event) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE lease_configs SET config_value = ?, updated_at = ? WHERE config_key = ?")) {
      new Binder(update)
          .begin()
          .text(event.value())
          .number(Statuses.seconds(event.wallNanos()))
          .text(event.key())
          .execute();
    }
    boolean kept = keepsHistory;
    heed(event.key(), event.value());
    if (kept != keepsHistory) {
      keptFrom = keepsHistory ? event.position() : Long.MAX_VALUE;
      if (!keepsHistory) {
        // All rows at once: SQLite then drops the pages without looking at each row.
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM lease_history")) {
          delete.executeUpdate();
        }
      }
      try (PreparedStatement update =
          connection.prepareStatement(
              "UPDATE feed SET history_from = ?1, kept_from = ?1, kept_tick = ?2,"
                  + " kept_nanos = ?3")) {
        new Binder(update)
            .begin()
            .number(keptFrom)
            .number(event.tick())
            .number(event.wallNanos())
            .execute();
      }
    }
  }

  /** History before this position is not whole any more. */
  static void moveHistoryFrom(Connection connection, long position) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE feed SET history_from = ?")) {
      new Binder(update).begin().number(position).execute();
    }
  }

  static long historyFrom(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT history_from FROM feed");
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  static long keptFrom(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT kept_from FROM feed");
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  long keptFrom() {
    return keptFrom;
  }

  boolean keepsHistory() {
    return keepsHistory;
  }

  int retentionDays() {
    return retentionDays;
  }
}
