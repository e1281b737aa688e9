package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which parts of the tables may have the lease of a request, or with an id: none for nearly
 * all that are new, which most are. A part is a range of positions with a Bloom filter of {@link
 * Keys}, and the indexes of requests and ids are cut in the same way. One thread at a time changes
 * it, any may ask.
 */
public final class KeyFilters {

  private static final Logger log = LoggerFactory.getLogger(KeyFilters.class);

  /** A part is 2^18 positions. */
  static final int PART_SHIFT = 18;

  /** Every event may make a lease, with an id and a request id. */
  private static final int MOST_KEYS = 2 << PART_SHIFT;

  /**
   * Two bytes a key; those of the oldest parts are left out where that is more than memory allows,
   * and these parts are looked into for every request.
   */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /**
   * @param filter null if the part may have any key
   */
  public record Part(long number, @Nullable BloomFilter filter, boolean isStored) {

    boolean mayHave(long key) {
      return filter == null || filter.mayHave(key);
    }

    int bytes() {
      return filter == null ? 0 : filter.bytes();
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
    long bytes = 0;
    for (Long number = StoredFilters.partBelow(connection, Long.MAX_VALUE);
        number != null;
        number = StoredFilters.partBelow(connection, number)) {
      // A part that there is no memory for is not read, and need not be stored.
      Part part =
          bytes > maxBytes
              ? new Part(number, null, true)
              : load(connection, number, found.isEmpty());
      bytes += part.bytes();
      found.add(part);
    }
    filters.parts = filters.withinLimit(found);
    return filters;
  }

  /** Reads or makes the filter of one part. The next feed stores it: a start needs no room. */
  private static Part load(Connection connection, long number, boolean isNewest)
      throws SQLException {
    BloomFilter stored = isNewest ? null : StoredFilters.find(connection, number);
    if (stored != null) {
      return new Part(number, stored, true);
    }
    BloomFilter filter = emptyFilter();
    StoredFilters.forEachKey(connection, number, filter::add);
    return new Part(number, isNewest ? filter : filter.folded(), false);
  }

  private static BloomFilter emptyFilter() {
    return BloomFilter.forUpTo(MOST_KEYS);
  }

  /**
   * Adds the keys of a lease, before the tables have it.
   *
   * @param caller of the request that made it
   */
  public void add(Lease lease, String caller) {
    add(lease.position(), Keys.ofLease(lease.id()));
    if (!lease.requestId().isEmpty()) {
      add(lease.position(), Keys.ofRequest(caller, lease.requestId(), lease.space()));
    }
  }

  void add(long position, long key) {
    BloomFilter filter = partOf(position >> PART_SHIFT).filter;
    if (filter != null) {
      filter.add(key);
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

  /**
   * Stores the filters of parts that get no more leases: those before the newest.
   *
   * @return to be handed to {@link #committed} when the transaction has succeeded
   */
  public List<Part> storeWhole(Connection connection) throws SQLException {
    List<Part> changed = new ArrayList<>(parts);
    for (int i = 1; i < changed.size(); i++) {
      Part part = changed.get(i);
      if (!part.isStored && part.filter != null) {
        BloomFilter filter = part.filter.folded();
        StoredFilters.store(connection, part.number, filter);
        changed.set(i, new Part(part.number, filter, true));
      }
    }
    return changed;
  }

  public void committed(List<Part> stored) {
    parts = withinLimit(stored);
  }

  private List<Part> withinLimit(List<Part> all) {
    long bytes = 0;
    List<Part> kept = new ArrayList<>();
    for (Part part : all) {
      bytes += part.bytes();
      boolean fits = bytes <= maxBytes || !part.isStored;
      kept.add(fits ? part : new Part(part.number, null, true));
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
      if (!part.isStored || StoredFilters.hasLeases(connection, part.number)) {
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
        found.add(part.number);
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
