package dev.leasehold.node.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells where in the tables the lease of a request may be. Most requests are new, and for nearly
 * all of those the answer is nowhere. Leases are known by parts, as the index of requests is. One
 * thread at a time changes it, any may ask.
 */
final class KnownRequests {

  /** A part is 2^18 positions. */
  static final int PART_SHIFT = 18;

  /**
   * Two bytes a request; those of the oldest parts are left out where that is more than memory
   * allows, and these parts are looked into for every request.
   */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /**
   * @param filter null if the part may have any request
   */
  private record Part(long number, @Nullable BloomFilter filter, boolean isStored) {

    boolean mayHave(long hash) {
      return filter == null || filter.mayHave(hash);
    }
  }

  private final long maxBytes;

  /** The newest first. */
  private volatile List<Part> parts = List.of();

  private KnownRequests(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** What the tables have now. */
  static KnownRequests of(Connection connection) throws SQLException {
    return of(connection, MAX_BYTES);
  }

  static KnownRequests of(Connection connection, long maxBytes) throws SQLException {
    KnownRequests requests = new KnownRequests(maxBytes);
    requests.load(connection);
    return requests;
  }

  private void load(Connection connection) throws SQLException {
    List<Part> found = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT filter FROM request_filters WHERE part = ?")) {
      for (Long number = partBelow(connection, Long.MAX_VALUE);
          number != null;
          number = partBelow(connection, number)) {
        select.setLong(1, number);
        try (ResultSet row = select.executeQuery()) {
          found.add(
              row.next()
                  ? new Part(number, BloomFilter.of(row.getBytes(1)), true)
                  : new Part(number, read(connection, number), false));
        }
      }
    }
    parts = List.copyOf(found);
    storeWhole(connection);
    keepToLimit();
  }

  private static @Nullable Long partBelow(Connection connection, long limit) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT position >> 18 FROM leases INDEXED BY idx_leases_request"
                + " WHERE request_id IS NOT NULL AND position >> 18 < ?"
                + " ORDER BY position >> 18 DESC LIMIT 1")) {
      select.setLong(1, limit);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getLong(1) : null;
      }
    }
  }

  private static BloomFilter read(Connection connection, long part) throws SQLException {
    BloomFilter filter = emptyFilter();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT request_caller, request_id FROM leases INDEXED BY idx_leases_request"
                + " WHERE request_id IS NOT NULL AND position >> 18 = ?"
                + " AND request_caller IS NOT NULL")) {
      select.setLong(1, part);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          filter.add(hash(rows.getString(1), rows.getString(2)));
        }
      }
    }
    return filter;
  }

  private static BloomFilter emptyFilter() {
    return BloomFilter.forUpTo(1 << PART_SHIFT);
  }

  /** The same for ever: filters are stored. */
  private static long hash(String caller, String requestId) {
    long hash = ((long) caller.hashCode() << 32) | (requestId.hashCode() & 0xffff_ffffL);
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /**
   * To be called before the tables have the lease.
   *
   * @param position of the lease
   */
  void add(long position, String caller, String requestId) {
    BloomFilter filter = partOf(position >> PART_SHIFT).filter;
    if (filter != null) {
      filter.add(hash(caller, requestId));
    }
  }

  private Part partOf(long number) {
    int at = 0;
    for (; at < parts.size() && parts.get(at).number >= number; at++) {
      if (parts.get(at).number == number) {
        return parts.get(at);
      }
    }
    List<Part> changed = new ArrayList<>(parts);
    Part part = new Part(number, emptyFilter(), false);
    changed.add(at, part);
    parts = List.copyOf(changed);
    return part;
  }

  /** Stores the filters of parts that get no more leases: those before the newest. */
  void storeWhole(Connection connection) throws SQLException {
    List<Part> changed = new ArrayList<>(parts);
    for (int i = 1; i < changed.size(); i++) {
      Part part = changed.get(i);
      if (!part.isStored && part.filter != null) {
        BloomFilter filter = part.filter.folded();
        store(connection, part.number, filter);
        changed.set(i, new Part(part.number, filter, true));
      }
    }
    parts = List.copyOf(changed);
    keepToLimit();
  }

  private static void store(Connection connection, long part, BloomFilter filter)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT OR REPLACE INTO request_filters VALUES (?, ?)")) {
      new Binder(insert).begin().number(part).bytes(filter.toBytes()).execute();
    }
  }

  private void keepToLimit() {
    long bytes = 0;
    List<Part> kept = new ArrayList<>();
    for (Part part : parts) {
      bytes += part.filter == null ? 0 : part.filter.bytes();
      boolean fits = bytes <= maxBytes || !part.isStored;
      kept.add(fits ? part : new Part(part.number, null, true));
    }
    parts = List.copyOf(kept);
  }

  /**
   * Forgets the parts whose leases were all deleted. To be called when those who deleted them have
   * committed.
   */
  void forgetEmpty(Connection connection) throws SQLException {
    List<Part> kept = new ArrayList<>();
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT 1 FROM leases INDEXED BY idx_leases_request"
                    + " WHERE request_id IS NOT NULL AND position >> 18 = ? LIMIT 1");
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM request_filters WHERE part = ?")) {
      for (Part part : parts) {
        select.setLong(1, part.number);
        boolean isEmpty;
        try (ResultSet row = select.executeQuery()) {
          isEmpty = !row.next();
        }
        if (part.isStored && isEmpty) {
          new Binder(delete).begin().number(part.number).execute();
        } else {
          kept.add(part);
        }
      }
    }
    parts = List.copyOf(kept);
  }

  /** The parts that may have the lease of the request, the newest first; mostly none. */
  List<Long> partsOf(String caller, String requestId) {
    long hash = hash(caller, requestId);
    List<Long> found = List.of();
    for (Part part : parts) {
      if (part.mayHave(hash)) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(part.number);
      }
    }
    return found;
  }
}
