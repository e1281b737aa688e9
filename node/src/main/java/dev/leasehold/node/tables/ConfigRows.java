package dev.leasehold.node.tables;

import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.event.AdminEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The settings as rows of {@code lease_configs}. The rows are for people: only a command changes a
 * setting. The tables themselves obey three of them, on history and sums.
 */
public final class ConfigRows {

  /** The settings that the tables themselves obey. */
  private static final List<ConfigKey> HEEDED =
      List.of(
          ConfigKey.KEEP_HISTORY,
          ConfigKey.HISTORY_RETENTION_DAYS,
          ConfigKey.DAILY_SUMS_RETENTION_DAYS);

  private volatile boolean keepsHistory = true;
  private volatile int retentionDays;
  private volatile int sumsRetentionDays;

  /** The position where history was last switched on. */
  private volatile long keptFrom;

  /** Makes sure that every key has a row, and reads the settings of history. */
  public void prepare(Connection connection) throws SQLException {
    for (ConfigKey key : ConfigKey.values()) {
      Sql.execute(
          connection,
          "INSERT OR IGNORE INTO lease_configs (id, config_key, config_value, value_type,"
              + " description, created_at, updated_at)"
              + " VALUES (?1, ?1, ?2, ?3, ?4, unixepoch(), unixepoch())",
          key.text(),
          key.defaultValue(),
          key.type(),
          key.description());
    }
    read(connection);
  }

  /** Reads the settings of history as they were committed. */
  public void read(Connection connection) throws SQLException {
    for (ConfigKey key : HEEDED) {
      heed(key.text(), value(connection, key));
    }
    keptFrom = keptFrom(connection);
  }

  private static String value(Connection connection, ConfigKey key) throws SQLException {
    String value =
        Sql.first(
            connection,
            "SELECT config_value FROM lease_configs WHERE config_key = ?",
            row -> row.getString(1),
            key.text());
    return value == null ? key.defaultValue() : value;
  }

  private void heed(String key, String value) {
    if (key.equals(ConfigKey.KEEP_HISTORY.text())) {
      keepsHistory = Boolean.parseBoolean(value);
    } else if (key.equals(ConfigKey.HISTORY_RETENTION_DAYS.text())) {
      retentionDays = Integer.parseInt(value);
    } else if (key.equals(ConfigKey.DAILY_SUMS_RETENTION_DAYS.text())) {
      sumsRetentionDays = Integer.parseInt(value);
    }
  }

  public void change(Connection connection, AdminEvent.ConfigChanged event) throws SQLException {
    Sql.execute(
        connection,
        "UPDATE lease_configs SET config_value = ?, updated_at = ? WHERE config_key = ?",
        event.value(),
        ReadableColumns.seconds(event.wallNanos()),
        event.key());
    boolean kept = keepsHistory;
    heed(event.key(), event.value());
    if (kept != keepsHistory) {
      keptFrom = keepsHistory ? event.position() : Long.MAX_VALUE;
      if (!keepsHistory) {
        // All rows at once: SQLite then drops the pages without looking at each row.
        Sql.execute(connection, "DELETE FROM lease_entries");
      }
      Sql.execute(
          connection,
          "UPDATE feed SET history_from = ?1, kept_from = ?1, kept_tick = ?2, kept_nanos = ?3",
          keptFrom,
          event.tick(),
          event.wallNanos());
    }
  }

  /** Notes that rows of history before this position were deleted. */
  static void moveHistoryFrom(Connection connection, long position) throws SQLException {
    Sql.execute(connection, "UPDATE feed SET history_from = ?", position);
  }

  public static long historyFrom(Connection connection) throws SQLException {
    return Sql.number(connection, "SELECT history_from FROM feed");
  }

  public static long keptFrom(Connection connection) throws SQLException {
    return Sql.number(connection, "SELECT kept_from FROM feed");
  }

  public long keptFrom() {
    return keptFrom;
  }

  public boolean keepsHistory() {
    return keepsHistory;
  }

  int retentionDays() {
    return retentionDays;
  }

  int sumsRetentionDays() {
    return sumsRetentionDays;
  }
}
