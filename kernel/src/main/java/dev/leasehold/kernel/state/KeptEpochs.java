package dev.leasehold.kernel.state;

import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of resources whose leases are all forgotten: 16 bytes of hash, the space and a number
 * for each, the one that was forgotten first in front.
 */
public final class KeptEpochs {

  /** The epoch that a resource has reached, and the space that it is in. */
  public static final class Kept extends CopyableList.Item {

    public final UsedId resource;
    public final String space;
    public final long epoch;

    private Kept(UsedId resource, String space, long epoch) {
      this.resource = resource;
      this.space = space;
      this.epoch = epoch;
    }
  }

  private final Map<UsedId, Kept> byResource = new HashMap<>();
  private CopyableList<Kept> inOrder = new CopyableList<>();

  public int size() {
    return byResource.size();
  }

  @Nullable Kept find(ResourceKey key) {
    return byResource.isEmpty() ? null : byResource.get(hashOf(key));
  }

  void keep(ResourceKey key, long epoch) {
    remove(key);
    add(hashOf(key), key.space(), epoch);
  }

  private void add(UsedId resource, String space, long epoch) {
    Kept kept = new Kept(resource, space, epoch);
    byResource.put(resource, kept);
    inOrder.add(kept);
  }

  /** Puts back what a snapshot has; the same resource comes once. */
  public void restore(UsedId resource, String space, long epoch) {
    if (byResource.containsKey(resource)) {
      throw new IllegalArgumentException("a resource that is there twice");
    }
    add(resource, space, epoch);
  }

  void remove(ResourceKey key) {
    if (!byResource.isEmpty()) {
      Kept removed = byResource.remove(hashOf(key));
      if (removed != null) {
        inOrder.remove(removed);
      }
    }
  }

  /** Removes the one that was forgotten first and returns it. */
  Kept removeOldest() {
    Kept oldest = inOrder.removeFirst();
    byResource.remove(oldest.resource);
    return oldest;
  }

  /** Removes all resources of the space and returns the highest epoch of them; -1 if none. */
  long removeSpace(String space) {
    long highest = -1;
    List<Kept> removed = new ArrayList<>();
    for (Kept kept : inOrder.all()) {
      if (kept.space.equals(space)) {
        highest = Math.max(highest, kept.epoch);
        removed.add(kept);
      }
    }
    for (Kept kept : removed) {
      byResource.remove(kept.resource);
      inOrder.remove(kept);
    }
    return highest;
  }

  void lift(long by) {
    CopyableList<Kept> before = inOrder;
    inOrder = new CopyableList<>();
    before.all().forEach(kept -> add(kept.resource, kept.space, kept.epoch + by));
  }

  /** Those that are kept now, to be read later, on any thread. */
  public CopyableList.Copy<Kept> copy() {
    return inOrder.copy();
  }

  /** No space and no path has an end of line in it. */
  private static UsedId hashOf(ResourceKey key) {
    Scope scope = key.scope();
    return UsedId.of(key.space() + "\n" + String.join("\n", scope.patternTexts()));
  }
}
