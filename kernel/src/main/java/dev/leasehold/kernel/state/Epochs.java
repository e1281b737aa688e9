package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The epochs that outlive their leases. They never fall: when the last lease of a resource is
 * forgotten, its epoch is kept. Only beyond {@link Limits#MAX_EPOCHS} do the oldest fall back on a
 * floor, at which resources begin that have no epoch here.
 */
public final class Epochs {

  /** The epoch that a resource has reached, and the lease that brought it there. */
  public record Reached(long epoch, LeaseRecord record) {}

  /** Resources with a lease that is remembered. */
  public final Map<ResourceKey, Reached> byResource = new HashMap<>();

  /** Resources without one. */
  public final KeptEpochs kept = new KeptEpochs();

  /** Spaces whose floor is above {@link #base}. */
  public final Map<String, Long> floors = new TreeMap<>();

  /** The floor of all spaces. */
  public long base;

  private final int most;

  Epochs() {
    this(Limits.MAX_EPOCHS);
  }

  /**
   * @param most how many resources have an epoch of their own
   */
  public Epochs(int most) {
    this.most = most;
  }

  /** The epoch of the next exclusive grant of the resource. */
  private long next(String space, Scope scope) {
    ResourceKey key = new ResourceKey(space, scope);
    Reached last = byResource.get(key);
    if (last != null) {
      return last.epoch + 1;
    }
    KeptEpochs.Kept before = kept.find(key);
    return before != null ? before.epoch + 1 : floor(space);
  }

  /** The first epoch of resources in the space that have none yet. */
  public long floor(String space) {
    return Math.max(base, floors.getOrDefault(space, 0L));
  }

  /** The epoch that a lease is granted with; durable epochs count exclusive leases only. */
  public long ofGrant(Policy policy, String space, Scope scope, Mode mode) {
    return policy.durableEpochs() && mode == Mode.EXCLUSIVE ? next(space, scope) : 0;
  }

  /** The next epoch of a lease that becomes exclusive, is handed on or is advanced. */
  public long after(LeaseRecord record) {
    return record.policy.durableEpochs()
        ? next(record.space.name, record.scope)
        : record.epoch() + 1;
  }

  public void reach(LeaseRecord record) {
    if (record.policy.durableEpochs() && record.mode() == Mode.EXCLUSIVE) {
      ResourceKey key = keyOf(record);
      Reached before = byResource.get(key);
      long epoch = before == null ? record.epoch() : Math.max(before.epoch(), record.epoch());
      byResource.put(key, new Reached(epoch, record));
      if (before == null) {
        kept.remove(key);
      }
    }
  }

  public void restore(LeaseRecord record, long epoch) {
    byResource.put(keyOf(record), new Reached(epoch, record));
  }

  /** Keeps the epoch of the resource when its last lease is forgotten. */
  public void keep(LeaseRecord record) {
    Reached last = removeLast(record);
    if (last != null) {
      kept.keep(keyOf(record), last.epoch);
      while (kept.size() > 0 && kept.size() + byResource.size() > most) {
        base = Math.max(base, kept.removeOldest().epoch + 1);
      }
    }
  }

  /** Raises the floor of the space instead, as servers did that kept no epochs. */
  public void fallBack(LeaseRecord record) {
    Reached last = removeLast(record);
    if (last != null) {
      raiseFloor(record.space.name, last.epoch + 1);
      foldFloors();
    }
  }

  /** The epoch of its resource if the lease is the last that reached it, else null. */
  public @Nullable Reached reachedBy(LeaseRecord record) {
    Reached last = record.policy.durableEpochs() ? byResource.get(keyOf(record)) : null;
    return last != null && last.record == record ? last : null;
  }

  /** Shows the last leases of the resources of a space. */
  void forEachIn(String space, Consumer<LeaseRecord> visitor) {
    byResource.forEach(
        (key, last) -> {
          if (key.space().equals(space)) {
            visitor.accept(last.record);
          }
        });
  }

  private @Nullable Reached removeLast(LeaseRecord record) {
    ResourceKey key = keyOf(record);
    Reached last = byResource.get(key);
    return last != null && last.record == record ? byResource.remove(key) : null;
  }

  private void raiseFloor(String space, long floor) {
    floors.merge(space, floor, Math::max);
  }

  /**
   * Folds the floors of all spaces into the common one, so that their names take bounded memory.
   */
  private void foldFloors() {
    if (floors.size() > Limits.MAX_EPOCH_FLOORS) {
      for (long floor : floors.values()) {
        base = Math.max(base, floor);
      }
      floors.clear();
    }
  }

  /**
   * Begins anew when the space treats upper and lower case in another way: names that were one
   * resource may be several now, so the epochs of the space go on above all that it has had.
   */
  public void merge(String space) {
    byResource.forEach(
        (key, last) -> {
          if (key.space().equals(space)) {
            raiseFloor(space, last.epoch + 1);
          }
        });
    byResource.keySet().removeIf(key -> key.space().equals(space));
    long highest = kept.removeSpace(space);
    if (highest >= 0) {
      raiseFloor(space, highest + 1);
    }
  }

  public void lift(long by) {
    base += by;
    floors.replaceAll((space, floor) -> floor + by);
    byResource.replaceAll((key, last) -> new Reached(last.epoch + by, last.record));
    kept.lift(by);
  }

  public static ResourceKey keyOf(LeaseRecord record) {
    return new ResourceKey(record.space.name, record.scope);
  }
}
