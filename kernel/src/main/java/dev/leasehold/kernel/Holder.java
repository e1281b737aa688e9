package dev.leasehold.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The remembered leases of one holder, in the order of their births. */
final class Holder {

  final String name;
  private @Nullable Holding first;
  private @Nullable Holding last;
  private int living;

  /** Its one right to spend that it did not get from a parent; null if it has none. */
  @Nullable Holding purse;

  /** What it has not acknowledged yet, the oldest first. */
  List<Notices.Slip> notices = List.of();

  Holder(String name) {
    this.name = name;
  }

  @Nullable Holding first() {
    return first;
  }

  @Nullable Holding last() {
    return last;
  }

  /** Leases that keep others out or wait: what a quota counts. */
  int livingCount() {
    return living;
  }

  boolean isUnknown() {
    return first == null && notices.isEmpty();
  }

  void countLiving(int change) {
    living += change;
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
