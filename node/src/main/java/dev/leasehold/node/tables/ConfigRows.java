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
    heed(event.key(), event.value());
    if (event.key().equals(ConfigKey.KEEP_HISTORY.text())) {
      moveHistoryFrom(connection, keepsHistory ? event.position() : Long.MAX_VALUE);
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

  boolean keepsHistory() {
    return keepsHistory;
  }

  int retentionDays() {
    return retentionDays;
  }
}
