package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;

/** Where a lease stands in the tree of those that were derived from one another. */
final class Lineage {

  private Lineage() {}

  /** 1 for a lease that was derived from none. */
  static int depthOf(Holding holding) {
    int depth = 0;
    for (Holding next = holding; next != null; next = next.parent()) {
      depth++;
    }
    return depth;
  }

  static Holding rootOf(Holding holding) {
    Holding top = holding;
    for (Holding above = holding.parent(); above != null; above = above.parent()) {
      top = above;
    }
    return top;
  }

  /** The fencing tokens from the root's down to its own. */
  static List<Long> fencePathOf(Holding holding) {
    List<Long> path = new ArrayList<>();
    for (Holding next = holding; next != null; next = next.parent()) {
      path.add(0, next.fencingToken());
    }
    return path;
  }

  /** Whether one is the other, or derived from it. */
  static boolean areKin(Holding one, Holding other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  /** Whether it is the other, or derived from it. */
  static boolean isWithin(Holding holding, Holding ancestor) {
    for (Holding next = holding; next != null; next = next.parent()) {
      if (next == ancestor) {
        return true;
      }
    }
    return false;
  }
}
