package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The epochs that outlive their leases. They never fall: when the last lease of a resource is
 * forgotten, the floor of its whole space rises instead.
 */
public final class Epochs {

  /** The epoch that a resource has reached, and the lease that brought it there. */
  public record Reached(long epoch, LeaseRecord record) {}

  public final Map<ResourceKey, Reached> byResource = new HashMap<>();

  /** The first epochs of resources that have none yet, by space; {@link #base} for other spaces. */
  public final Map<String, Long> floors = new TreeMap<>();

  public long base;

  /** The epoch of the next exclusive grant of the resource. */
  private long next(String space, Scope scope) {
    Reached last = byResource.get(new ResourceKey(space, scope));
    return last == null ? floors.getOrDefault(space, base) : last.epoch + 1;
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
      Reached before = byResource.get(keyOf(record));
      long epoch = before == null ? record.epoch() : Math.max(before.epoch(), record.epoch());
      byResource.put(keyOf(record), new Reached(epoch, record));
    }
  }

  public void restore(LeaseRecord record, long epoch) {
    byResource.put(keyOf(record), new Reached(epoch, record));
  }

  public void forget(LeaseRecord record) {
    ResourceKey key = keyOf(record);
    Reached last = byResource.get(key);
    if (last != null && last.record == record) {
      byResource.remove(key);
      floors.merge(key.space(), last.epoch + 1, Math::max);
      foldFloors();
    }
  }

  /** Names of spaces must not fill the memory; a higher floor does no harm. */
  private void foldFloors() {
    if (floors.size() > Limits.MAX_EPOCH_FLOORS) {
      for (long floor : floors.values()) {
        base = Math.max(base, floor);
      }
      floors.clear();
    }
  }

  /**
   * Names that were one resource may be several from now on, or the other way round, so the epochs
   * of the space go on above all that it has had.
   */
  public void merge(String space) {
    byResource.forEach(
        (key, last) -> {
          if (key.space().equals(space)) {
            floors.merge(space, last.epoch + 1, Math::max);
          }
        });
    byResource.keySet().removeIf(key -> key.space().equals(space));
  }

  public void lift(long by) {
    base += by;
    floors.replaceAll((space, floor) -> floor + by);
    byResource.replaceAll((key, last) -> new Reached(last.epoch + by, last.record));
  }

  private static ResourceKey keyOf(LeaseRecord record) {
    return new ResourceKey(record.space.name, record.scope);
  }
}
