package dev.leasehold.node.tables.retry;

import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The table of request filters, and the requests in {@code leases} that they are made of. */
public final class StoredFilters {

  private static final String REQUESTS =
      " FROM leases INDEXED BY idx_leases_request"
          + " WHERE request_id IS NOT NULL AND request_caller IS NOT NULL AND position >> 18 ";

  private StoredFilters() {}

  /** One request of one part. */
  interface Request {
    void of(String caller, String requestId);
  }

  /** The newest part below the limit that has a request; null if none has. */
  static @Nullable Long partBelow(Connection connection, long limit) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT position >> 18" + REQUESTS + "< ? ORDER BY position >> 18 DESC LIMIT 1")) {
      select.setLong(1, limit);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getLong(1) : null;
      }
    }
  }

  static boolean hasRequests(Connection connection, long part) throws SQLException {
    return Sql.number(connection, "SELECT 1" + REQUESTS + "= ? LIMIT 1", part) != 0;
  }

  static void forEachRequest(Connection connection, long part, Request request)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT request_caller, request_id" + REQUESTS + "= ?")) {
      select.setLong(1, part);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          request.of(rows.getString(1), rows.getString(2));
        }
      }
    }
  }

  /** Returns null if no whole filter is stored. */
  static @Nullable BloomFilter find(Connection connection, long part) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT crc32, filter FROM request_filters WHERE part = ?")) {
      select.setLong(1, part);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          return null;
        }
        byte[] bytes = row.getBytes(2);
        return crc32(bytes) == row.getLong(1) ? BloomFilter.of(bytes) : null;
      }
    }
  }

  static void store(Connection connection, long part, BloomFilter filter) throws SQLException {
    byte[] bytes = filter.toBytes();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT OR REPLACE INTO request_filters VALUES (?, ?, ?)")) {
      new Binder(insert).begin().number(part).number(crc32(bytes)).bytes(bytes).execute();
    }
  }

  private static long crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  /** Deletes the filters of parts without a request. */
  static void deleteEmpty(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        "DELETE FROM request_filters WHERE NOT EXISTS (SELECT 1" + REQUESTS + "= part)");
  }

  /** Finds parts whose stored filter lacks one of their requests. */
  public static List<Long> wrong(Connection connection) throws SQLException {
    List<Long> wrong = new ArrayList<>();
    for (Long part = partBelow(connection, Long.MAX_VALUE);
        part != null;
        part = partBelow(connection, part)) {
      BloomFilter filter = find(connection, part);
      boolean[] isMissed = new boolean[1];
      if (filter != null) {
        forEachRequest(
            connection,
            part,
            (caller, requestId) ->
                isMissed[0] |= !filter.mayHave(RequestFilters.hash(caller, requestId)));
      }
      if (isMissed[0]) {
        wrong.add(part);
      }
    }
    return wrong;
  }
}
