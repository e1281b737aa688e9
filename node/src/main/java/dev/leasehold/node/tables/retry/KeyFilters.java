package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.view.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the parts of the tables that may have the lease of a request or of an id. For a request
 * that is new, as most are, there is usually none. A part is a range of positions, and the indexes
 * of requests and ids are cut in the same way. The newest part is open, those before are sealed and
 * stored, and sixteen of these become one to ask. One thread at a time changes it, any may ask.
 */
public final class KeyFilters {

  private static final Logger log = LoggerFactory.getLogger(KeyFilters.class);

  /** A part is 2^18 positions. */
  static final int PART_SHIFT = 18;

  /** Sixteen parts become one. */
  static final int GROUP_SHIFT = 4;

  /**
   * Those of the oldest parts are left out where that is more than memory allows, and these parts
   * are looked into for every request.
   */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /**
   * @param first the number of the first part
   * @param count how many parts these are
   * @param keys null if they may have any key
   */
  public record Part(long first, int count, @Nullable KeySet keys, boolean isStored) {

    boolean mayHave(long key) {
      return keys == null || keys.mayHave(key);
    }

    int bytes() {
      return keys == null ? 0 : keys.bytes();
    }

    long group() {
      return first >> GROUP_SHIFT;
    }

    /** A copy that may have any key. */
    Part unknown() {
      return new Part(first, count, null, true);
    }

    boolean hasLeases(Connection connection) throws SQLException {
      return StoredFilters.hasLeases(connection, first, first + count);
    }
  }

  private final long maxBytes;

  /** The newest first. */
  private volatile List<Part> parts = List.of();

  private boolean isWarned;

  private KeyFilters(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reads the filters of all parts, or makes them from the rows. */
  public static KeyFilters of(Connection connection) throws SQLException {
    return of(connection, MAX_BYTES);
  }

  static KeyFilters of(Connection connection, long maxBytes) throws SQLException {
    KeyFilters filters = new KeyFilters(maxBytes);
    List<Part> found = new ArrayList<>();
    for (Long number = StoredFilters.partBelow(connection, Long.MAX_VALUE);
        number != null;
        number = StoredFilters.partBelow(connection, number)) {
      // Parts that were read before take less memory when they are merged.
      boolean beginsGroup = (number + 1) % (1 << GROUP_SHIFT) == 0;
      found = beginsGroup ? merged(found) : found;
      // A part that there is no memory for is not read, and need not be stored.
      found.add(
          bytes(found) > maxBytes
              ? new Part(number, 1, null, true)
              : load(connection, number, found.isEmpty()));
    }
    filters.parts = filters.withinLimit(merged(found));
    return filters;
  }

  private static long bytes(List<Part> parts) {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  /** Reads or makes the filter of one part. The next feed stores it: a start needs no room. */
  private static Part load(Connection connection, long number, boolean isNewest)
      throws SQLException {
    SealedKeys stored = isNewest ? null : StoredFilters.find(connection, number);
    if (stored != null) {
      return new Part(number, 1, stored, true);
    }
    OpenKeys keys = new OpenKeys();
    StoredFilters.forEachKey(connection, number, keys::add);
    return new Part(number, 1, isNewest ? keys : SealedKeys.of(keys), false);
  }

  /**
   * Adds the keys of a lease, before the tables have it.
   *
   * @param caller of the request that made it
   */
  public void add(Lease lease, String caller) {
    add(lease.position(), RetryKeys.ofLease(lease.id()));
    if (!lease.requestId().isEmpty()) {
      add(lease.position(), RetryKeys.ofRequest(caller, lease.requestId(), lease.space()));
    }
  }

  void add(long position, long key) {
    if (!(partOf(position >> PART_SHIFT).keys instanceof OpenKeys open)) {
      throw new IllegalStateException("leases are fed in the order of their positions");
    }
    open.add(key);
  }

  private Part partOf(long number) {
    int at = 0;
    for (; at < parts.size() && parts.get(at).first >= number; at++) {
      if (parts.get(at).first == number) {
        return parts.get(at);
      }
    }
    List<Part> changed = new ArrayList<>(parts);
    Part part = new Part(number, 1, new OpenKeys(), false);
    changed.add(at, part);
    parts = List.copyOf(changed);
    return part;
  }

  /**
   * Seals and stores the filters of parts that get no more leases: those before the newest.
   *
   * @return to be handed to {@link #committed} when the transaction has succeeded
   */
  public List<Part> storeWhole(Connection connection) throws SQLException {
    List<Part> changed = new ArrayList<>(parts);
    for (int i = 1; i < changed.size(); i++) {
      Part part = changed.get(i);
      SealedKeys keys = part.isStored ? null : sealed(part.keys);
      if (keys != null) {
        StoredFilters.store(connection, part.first, keys);
        changed.set(i, new Part(part.first, 1, keys, true));
      }
    }
    return changed;
  }

  private static @Nullable SealedKeys sealed(@Nullable KeySet keys) {
    return keys instanceof OpenKeys open ? SealedKeys.of(open) : (SealedKeys) keys;
  }

  public void committed(List<Part> stored) {
    parts = withinLimit(merged(stored));
  }

  /** Makes one of the parts of each group that gets no more parts, when all of them are stored. */
  private static List<Part> merged(List<Part> all) {
    List<Part> changed = new ArrayList<>();
    for (int from = 0, to; from < all.size(); from = to) {
      Part newest = all.get(from);
      List<SealedKeys> sealed = new ArrayList<>();
      for (to = from; to < all.size() && all.get(to).group() == newest.group(); to++) {
        if (all.get(to).isStored && all.get(to).keys instanceof SealedKeys keys) {
          sealed.add(keys);
        }
      }
      if (from > 0 && sealed.size() == to - from) {
        long first = newest.group() << GROUP_SHIFT;
        changed.add(new Part(first, 1 << GROUP_SHIFT, MergedKeys.of(sealed), true));
      } else {
        changed.addAll(all.subList(from, to));
      }
    }
    return changed;
  }

  private List<Part> withinLimit(List<Part> all) {
    long bytes = 0;
    List<Part> kept = new ArrayList<>();
    for (Part part : all) {
      bytes += part.bytes();
      kept.add(bytes <= maxBytes || !part.isStored ? part : part.unknown());
    }
    if (bytes > maxBytes && !isWarned) {
      isWarned = true;
      log.warn(
          "there is no memory for the filters of all leases: requests that come now are looked up"
              + " in the oldest part of leasehold.db each; a larger heap or a shorter"
              + " history_retention_days helps");
    }
    return List.copyOf(kept);
  }

  /**
   * Forgets the parts whose leases were all deleted. To be called when those who deleted them have
   * committed.
   */
  public void forgetEmpty(Connection connection) throws SQLException {
    StoredFilters.deleteEmpty(connection);
    List<Part> kept = new ArrayList<>();
    for (Part part : parts) {
      if (!part.isStored || part.hasLeases(connection)) {
        kept.add(part);
      }
    }
    parts = List.copyOf(kept);
  }

  /** The parts that may have the key, the newest first; mostly none. */
  List<Long> partsOf(long key) {
    List<Long> found = List.of();
    for (Part part : parts) {
      if (part.mayHave(key)) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        for (int i = part.count - 1; i >= 0; i--) {
          found.add(part.first + i);
        }
      }
    }
    return found;
  }

  boolean mayHave(long key) {
    List<Part> asked = parts;
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).mayHave(key)) {
        return true;
      }
    }
    return false;
  }
}
