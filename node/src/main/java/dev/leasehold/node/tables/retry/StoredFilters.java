package dev.leasehold.node.tables.retry;

import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The table of filters, and the leases whose keys they are made of. */
public final class StoredFilters {

  private static final String LEASES_OF_PARTS =
      " FROM leases WHERE position >= ? << 18 AND position < ? << 18";

  private StoredFilters() {}

  /** The newest part below the limit that has a lease; null if none has. */
  static @Nullable Long partBelow(Connection connection, long limit) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT position >> 18 FROM leases WHERE position < ?"
                + " ORDER BY position DESC LIMIT 1")) {
      boolean isAnyPart = limit > Long.MAX_VALUE >> KeyFilters.PART_SHIFT;
      select.setLong(1, isAnyPart ? Long.MAX_VALUE : limit << KeyFilters.PART_SHIFT);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getLong(1) : null;
      }
    }
  }

  /** Whether there is a lease in the parts from one up to another. */
  static boolean hasLeases(Connection connection, long from, long to) throws SQLException {
    return Sql.number(connection, "SELECT 1" + LEASES_OF_PARTS + " LIMIT 1", from, to) != 0;
  }

  static void forEachKey(Connection connection, long part, LongConsumer keys) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT id, request_caller, request_id, space" + LEASES_OF_PARTS)) {
      new Binder(select).begin().number(part).number(part + 1);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          keys.accept(RetryKeys.ofLease(rows.getString(1)));
          String caller = rows.getString(2);
          String requestId = rows.getString(3);
          if (caller != null && requestId != null) {
            keys.accept(RetryKeys.ofRequest(caller, requestId, rows.getString(4)));
          }
        }
      }
    }
  }

  /** Returns null if no whole filter is stored. */
  static @Nullable SealedKeys find(Connection connection, long part) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT crc32, filter FROM key_filters WHERE part = ?")) {
      select.setLong(1, part);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          return null;
        }
        byte[] bytes = row.getBytes(2);
        return crc32(bytes) == row.getLong(1) ? SealedKeys.of(bytes) : null;
      }
    }
  }

  static void store(Connection connection, long part, SealedKeys filter) throws SQLException {
    byte[] bytes = filter.toBytes();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT OR REPLACE INTO key_filters VALUES (?, ?, ?)")) {
      new Binder(insert).begin().number(part).number(crc32(bytes)).bytes(bytes).execute();
    }
  }

  private static long crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  /** Deletes the filters of parts without a lease. */
  static void deleteEmpty(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        "DELETE FROM key_filters WHERE NOT EXISTS (SELECT 1 FROM leases WHERE position >= part <<"
            + " 18 AND position < (part + 1) << 18)");
  }

  /**
   * Finds parts whose stored filter lacks one of their keys. Tables that an older Leasehold wrote
   * have none yet.
   */
  public static List<Long> wrong(Connection connection) throws SQLException {
    List<Long> wrong = new ArrayList<>();
    if (Sql.number(connection, "SELECT 1 FROM sqlite_master WHERE name = 'key_filters'") == 0) {
      return wrong;
    }
    for (Long part = partBelow(connection, Long.MAX_VALUE);
        part != null;
        part = partBelow(connection, part)) {
      SealedKeys filter = find(connection, part);
      boolean[] isMissed = new boolean[1];
      if (filter != null) {
        forEachKey(connection, part, key -> isMissed[0] |= !filter.mayHave(key));
      }
      if (isMissed[0]) {
        wrong.add(part);
      }
    }
    return wrong;
  }
}
