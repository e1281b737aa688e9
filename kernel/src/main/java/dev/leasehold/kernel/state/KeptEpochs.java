package dev.leasehold.kernel.state;

import dev.leasehold.kernel.scope.Scope;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of resources whose leases are all forgotten: 16 bytes of hash, the space and a number
 * for each, the one that was forgotten first in front.
 */
public final class KeptEpochs {

  /** The epoch that a resource has reached, and the space that it is in. */
  public record Kept(String space, long epoch) {}

  private final Map<UsedId, Kept> byResource = new LinkedHashMap<>();

  public int size() {
    return byResource.size();
  }

  @Nullable Kept find(ResourceKey key) {
    return byResource.isEmpty() ? null : byResource.get(hashOf(key));
  }

  void keep(ResourceKey key, long epoch) {
    byResource.put(hashOf(key), new Kept(key.space(), epoch));
  }

  /** Puts back what a snapshot has; the same resource comes once. */
  public void restore(UsedId resource, Kept kept) {
    if (byResource.put(resource, kept) != null) {
      throw new IllegalArgumentException("a resource that is there twice");
    }
  }

  void remove(ResourceKey key) {
    if (!byResource.isEmpty()) {
      byResource.remove(hashOf(key));
    }
  }

  /** Removes the one that was forgotten first and returns it. */
  Kept removeOldest() {
    Iterator<Kept> oldest = byResource.values().iterator();
    Kept removed = oldest.next();
    oldest.remove();
    return removed;
  }

  /** Removes all resources of the space and returns the highest epoch of them; -1 if none. */
  long removeSpace(String space) {
    long highest = -1;
    Iterator<Kept> each = byResource.values().iterator();
    while (each.hasNext()) {
      Kept kept = each.next();
      if (kept.space.equals(space)) {
        highest = Math.max(highest, kept.epoch);
        each.remove();
      }
    }
    return highest;
  }

  void lift(long by) {
    byResource.replaceAll((resource, kept) -> new Kept(kept.space, kept.epoch + by));
  }

  public void forEach(BiConsumer<UsedId, Kept> visitor) {
    byResource.forEach(visitor);
  }

  /** No space and no path has an end of line in it. */
  private static UsedId hashOf(ResourceKey key) {
    Scope scope = key.scope();
    return UsedId.of(key.space() + "\n" + String.join("\n", scope.patternTexts()));
  }
}
