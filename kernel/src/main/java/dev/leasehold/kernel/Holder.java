package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** The remembered leases of one holder, in the order of their grants. */
final class Holder {

  final String name;
  private @Nullable Holding first;
  private @Nullable Holding last;
  private int blocking;

  Holder(String name) {
    this.name = name;
  }

  @Nullable Holding first() {
    return first;
  }

  /** Leases that keep others out: what a quota counts. */
  int blockingCount() {
    return blocking;
  }

  boolean isUnknown() {
    return first == null;
  }

  void countBlocking(int change) {
    blocking += change;
  }

  void append(Holding holding) {
    holding.earlier = last;
    if (last == null) {
      first = holding;
    } else {
      last.later = holding;
    }
    last = holding;
  }

  void remove(Holding holding) {
    Holding before = holding.earlier;
    Holding after = holding.later;
    if (before == null) {
      first = after;
    } else {
      before.later = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.earlier = before;
    }
  }
}
