package dev.leasehold.client.guard;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A memory in the heap, for at most so many resources. Beyond that the one that was not asked for
 * the longest is forgotten and its path raises the floor: from then on an unknown resource's token
 * counts only if it is not behind that, so that forgetting refuses too much and never too little.
 */
public final class BoundedMemory implements GuardMemory {

  /** The default number of resources, which take some 50 MB. */
  public static final int DEFAULT_MAX_RESOURCES = 100_000;

  private static final float LOAD_FACTOR = 0.75f;

  private final Map<Resource, ResourceKnowledge> standings =
      new LinkedHashMap<>(16, LOAD_FACTOR, true);
  private final int maxResources;
  private FencePath floor = FencePath.NONE;

  public BoundedMemory() {
    this(DEFAULT_MAX_RESOURCES);
  }

  public BoundedMemory(int maxResources) {
    if (maxResources < 1) {
      throw new IllegalArgumentException(
          "a memory is for at least one resource, not " + maxResources);
    }
    this.maxResources = maxResources;
  }

  @Override
  public synchronized Recollection recall(Resource resource) {
    return new Recollection(standings.get(resource), floor);
  }

  @Override
  public synchronized boolean replace(
      Resource resource, Recollection seen, ResourceKnowledge next) {
    if (!isStill(resource, seen)) {
      return false;
    }
    put(resource, next);
    return true;
  }

  synchronized boolean isStill(Resource resource, Recollection seen) {
    @Nullable ResourceKnowledge current = standings.get(resource);
    return current == null
        ? seen.standing() == null && seen.floor().equals(floor)
        : current.equals(seen.standing());
  }

  synchronized void put(Resource resource, ResourceKnowledge next) {
    standings.put(resource, next);
    if (standings.size() > maxResources) {
      var eldest = standings.entrySet().iterator().next();
      raiseFloor(eldest.getValue().fencePath());
      standings.remove(eldest.getKey());
    }
  }

  synchronized void raiseFloor(FencePath path) {
    if (path.compareTo(floor) > 0) {
      floor = path;
    }
  }

  /** A copy of all standings, the most recently asked for last. */
  synchronized Map<Resource, ResourceKnowledge> standings() {
    return new LinkedHashMap<>(standings);
  }

  synchronized int size() {
    return standings.size();
  }

  synchronized FencePath floor() {
    return floor;
  }
}
