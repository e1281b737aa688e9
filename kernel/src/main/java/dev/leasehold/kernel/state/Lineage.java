package dev.leasehold.kernel.state;

import java.util.ArrayList;
import java.util.List;

/** The place of a lease in its tree of leases that were derived from one another. */
public final class Lineage {

  private Lineage() {}

  /** 1 for a lease that was derived from none. */
  public static int depthOf(LeaseRecord record) {
    int depth = 0;
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      depth++;
    }
    return depth;
  }

  /** The lease at the top of its tree; itself if it was derived from none. */
  public static LeaseRecord rootOf(LeaseRecord record) {
    LeaseRecord top = record;
    for (LeaseRecord above = record.parent(); above != null; above = above.parent()) {
      top = above;
    }
    return top;
  }

  /** The fencing tokens from the root's down to its own. */
  static List<Long> fencePathOf(LeaseRecord record) {
    List<Long> path = new ArrayList<>();
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      path.add(0, next.fencingToken());
    }
    return path;
  }

  /** Whether one is the other, or derived from it. */
  public static boolean areKin(LeaseRecord one, LeaseRecord other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  /** Whether it is the other, or derived from it. */
  public static boolean isWithin(LeaseRecord record, LeaseRecord ancestor) {
    for (LeaseRecord next = record; next != null; next = next.parent()) {
      if (next == ancestor) {
        return true;
      }
    }
    return false;
  }
}
