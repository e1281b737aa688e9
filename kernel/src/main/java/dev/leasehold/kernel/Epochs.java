package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The epochs that outlive their leases. They never fall: when the last lease of a resource is
 * forgotten, the floor of its whole space rises instead.
 */
final class Epochs {

  /** The epoch that a resource has reached, and the lease that brought it there. */
  record Reached(long epoch, Holding holding) {}

  final Map<ResourceKey, Reached> byResource = new HashMap<>();

  /** Where resources begin that have no epoch yet; {@link #base} unless a space is here. */
  final Map<String, Long> floors = new TreeMap<>();

  long base;

  /** What the next exclusive grant of the resource has. */
  long next(String space, Scope scope) {
    Reached last = byResource.get(new ResourceKey(space, scope));
    return last == null ? floors.getOrDefault(space, base) : last.epoch + 1;
  }

  void reach(Holding holding) {
    if (holding.policy.durableEpochs() && holding.mode() == Mode.EXCLUSIVE) {
      Reached before = byResource.get(keyOf(holding));
      long epoch = before == null ? holding.epoch() : Math.max(before.epoch(), holding.epoch());
      byResource.put(keyOf(holding), new Reached(epoch, holding));
    }
  }

  void restore(Holding holding, long epoch) {
    byResource.put(keyOf(holding), new Reached(epoch, holding));
  }

  void forget(Holding holding) {
    ResourceKey key = keyOf(holding);
    Reached last = byResource.get(key);
    if (last != null && last.holding == holding) {
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
  void merge(String space) {
    byResource.forEach(
        (key, last) -> {
          if (key.space().equals(space)) {
            floors.merge(space, last.epoch + 1, Math::max);
          }
        });
    byResource.keySet().removeIf(key -> key.space().equals(space));
  }

  void lift(long by) {
    base += by;
    floors.replaceAll((space, floor) -> floor + by);
    byResource.replaceAll((key, last) -> new Reached(last.epoch + by, last.holding));
  }

  private static ResourceKey keyOf(Holding holding) {
    return new ResourceKey(holding.space.name, holding.scope);
  }
}
