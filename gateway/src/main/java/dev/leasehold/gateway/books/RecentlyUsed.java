package dev.leasehold.gateway.books;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache with a bounded number of entries, which drops the one that was not used for the longest
 * time. Safe for threads.
 */
public final class RecentlyUsed<K, V> {

  private final Map<K, V> entries;

  public RecentlyUsed(int most) {
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  public synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  public synchronized V getOrDefault(K key, V usual) {
    return entries.getOrDefault(key, usual);
  }

  public synchronized void put(K key, V value) {
    entries.put(key, value);
  }

  public synchronized void remove(K key) {
    entries.remove(key);
  }
}
