package dev.leasehold.kernel.scope;

import java.util.Set;
import java.util.TreeSet;

/** The owners of a pattern that has several, in their natural order. */
final class PatternOwners<T extends Comparable<T>> {

  private final Set<T> owners = new TreeSet<>();

  PatternOwners(T first) {
    owners.add(first);
  }

  void join(T owner) {
    owners.add(owner);
  }

  T first() {
    return owners.iterator().next();
  }

  void leave(T owner) {
    if (!owners.remove(owner)) {
      throw new IllegalStateException("no such owner in the crowd");
    }
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  boolean show(ClaimIndex.Visitor<T> visitor) {
    for (T owner : owners) {
      if (!visitor.visit(owner)) {
        return false;
      }
    }
    return true;
  }
}
