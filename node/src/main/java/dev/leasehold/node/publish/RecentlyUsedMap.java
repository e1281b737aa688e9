package dev.leasehold.node.publish;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not touched for the longest time when it is full. */
public final class RecentlyUsedMap<K, V> extends LinkedHashMap<K, V> {

  private final int limit;

  public RecentlyUsedMap(int limit) {
    super(16, 0.75f, true);
    this.limit = limit;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > limit;
  }
}
