package dev.leasehold.testing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Lease ids that have been heard of lately, by anybody. */
final class Gossip {

  private static final int CAPACITY = 20;

  private final List<String> ids = new ArrayList<>();
  private int next;

  void tell(String id) {
    if (ids.size() < CAPACITY) {
      ids.add(id);
    } else {
      ids.set(next, id);
    }
    next = (next + 1) % CAPACITY;
  }

  String hear(SplittableRandom random) {
    return ids.isEmpty() ? "nothing-yet" : ids.get(random.nextInt(ids.size()));
  }
}
